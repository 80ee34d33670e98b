"""Fuzzing the table server with messages that reach decisions. `python -m tests.fuzz --help`."""
