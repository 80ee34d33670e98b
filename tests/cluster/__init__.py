"""Several server processes over one Postgres and one Redis; and the long run: `python -m tests.cluster --help`."""
