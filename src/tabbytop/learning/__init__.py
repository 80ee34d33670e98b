"""Judgement learned from play: games of the search against itself, nets trained on them, nets proved against rivals."""
