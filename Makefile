# Everything a newcomer needs: `make play` and `make test`. Both set up what is missing first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PEERS_READY := $(VENV)/.peers-ready
PAGE := $(shell find web -type f -not -path "web/node_modules/*")

.PHONY: help setup play test lint types chaos bench load golden clean

help:
	@echo "make play    the table on this machine, opened in the browser"
	@echo "make test    lint, types and all tests"
	@echo "make chaos   tables while the server is killed, starved and crowded, for ten minutes"
	@echo "make bench   speed, next to other frameworks"
	@echo "make load    the table server with 100, 500 and 2000 tables: answers, throughput, memory"
	@echo "make golden  write the golden records of the present rules anew"
	@echo "make clean   remove the virtual environment and caches"

setup: $(READY)

$(READY): pyproject.toml constraints.txt hatch_build.py $(PAGE)
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'Tabbytop needs Python 3.11 or newer; try: make PYTHON=python3.11')"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[dev]"
	@touch $@

$(PEERS_READY): $(READY)
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[bench]"
	@touch $@

play: $(READY)
	$(BIN)/tabbytop

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

test: lint types
	$(BIN)/python -m pytest

chaos: $(READY)
	$(BIN)/python -m tests.chaos

bench: $(PEERS_READY)
	$(BIN)/tabbytop bench

load: $(READY)
	$(BIN)/tabbytop load

golden: $(READY)
	$(BIN)/python -m tests.kit.golden

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
