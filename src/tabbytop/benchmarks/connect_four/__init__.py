"""Connect four: not one of the table's games, but one that every peer has, so that speeds can be compared."""
