"""Players that are not people: one search for all games, four levels, and the processes they think in."""
