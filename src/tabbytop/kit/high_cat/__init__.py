"""High cat: a tiny game with hidden hands and a buried card, to try the kit on."""
