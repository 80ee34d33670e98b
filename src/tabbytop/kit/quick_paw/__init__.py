"""Quick paw: a tiny game in real time with a hidden mouse, to try the kit on."""
