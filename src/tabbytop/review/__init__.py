"""Games looked back at: skill and luck apart, puzzles, and what a game is like. Knows no game."""
