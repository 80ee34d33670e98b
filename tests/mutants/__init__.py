"""Mutants: rules with one small mistake each, to see whether the tests notice. See `__main__.py` for the command."""
