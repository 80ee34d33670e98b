"""The long runs: an evening full of faults, a soak, and a crowd of bots. `python -m tests.chaos --help`."""
