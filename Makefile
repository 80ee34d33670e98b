# Everything a newcomer needs: `make play` and `make test`. Both set up what is missing first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DATABASE ?= sqlite
KILLS ?= 200
FAULTS ?= 300
TABLES ?= 1000
MESSAGES ?= 1000000
# Many tests wait for a browser, a server or a program rather than for the processor.
WORKERS ?= $(shell $(PYTHON) -c "import os; print(min(8, 2 * (os.cpu_count() or 1)))")
PEERS_READY := $(VENV)/.peers-ready
CHROMES := chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable
FIREFOXES := firefox-esr firefox
PAGE := src/tabbytop/web/built-from.txt
PAGE_SOURCES := $(shell find web -type f -not -path "web/node_modules/*")

# $(call have,a browser,its programs, the best of them first and named like its package on Debian)
define have
command -v $(firstword $(2)) >/dev/null && exit 0; \
if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	echo "Installing $(1), in which the page is tested"; \
	apt-get -qq -o Acquire::http::Timeout=20 update; \
	DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends $(firstword $(2)) >/dev/null && exit 0; \
fi; \
for name in $(2); do command -v $$name >/dev/null && exit 0; done; \
echo "There is no $(1) here and it cannot be installed, so the tests in it will fail."; \
echo "Install it (Debian: apt-get install $(firstword $(2))), or put it on the PATH."
endef

# Whatever the shell says: tests start hundreds of programs, and each would read every module anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup play dev quick test lint types browser chaos cluster fuzz mutants bench pages load capacity golden clean

help:
	@echo "make play    the table on this machine, opened in the browser"
	@echo "make dev     the page with hot reload, beside a server that reloads, for people who change them"
	@echo "make quick   lint, types, the engine and the rules: under two minutes"
	@echo "make test    lint, types and all tests, also those in a browser"
	@echo "make chaos   tables while the server is killed, starved and crowded; DATABASE=postgres for the other database"
	@echo "make cluster three servers over one Postgres and one Redis, while all of them fail in every way"
	@echo "make fuzz    a million messages that reach decisions; DATABASE=postgres for the other database"
	@echo "make mutants small mistakes in the rules, to see whether the tests notice; takes hours, and goes on where it ended"
	@echo "make bench   speed, next to other frameworks"
	@echo "make pages   how smooth the page is on a slow computer, and how long people wait in it"
	@echo "make load    the table server with 100, 500 and 2000 tables: answers, throughput, memory"
	@echo "make capacity everything that docs/hosting.md says a server can take, old code and new in turns"
	@echo "make golden  write the golden records of the present rules anew"
	@echo "make clean   remove the virtual environment and caches"

setup: $(READY) $(PAGE)

$(READY): pyproject.toml constraints.txt hatch_build.py
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'Tabbytop needs Python 3.11 or newer; try: make PYTHON=python3.11')"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[dev]"
	@touch $@

# Installing has built the page; later only the page is built anew when its sources change.
$(PAGE): $(PAGE_SOURCES) | $(READY)
	$(BIN)/python hatch_build.py

$(PEERS_READY): $(READY)
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[bench]"
	@touch $@

play: setup
	$(BIN)/tabbytop

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

# The page is tested in browsers that are there; root on Debian gets them. Without one, its tests fail and say so.
browser:
	@$(call have,Chromium without windows,$(CHROMES))
	@$(call have,Firefox,$(FIREFOXES))

# Needs no built page: it is served from its sources.
dev: $(READY)
	$(BIN)/python dev.py

quick: lint types
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal tests/engine tests/games src/tabbytop/engine

test: lint types browser
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal

chaos: setup
	$(BIN)/python -m tests.chaos --kills $(KILLS) --database $(DATABASE)

cluster: setup
	$(BIN)/python -m tests.cluster --faults $(FAULTS) --tables $(TABLES)

fuzz: setup
	$(BIN)/python -m tests.fuzz --messages $(MESSAGES) --database $(DATABASE)

# make mutants GAME=cat-cab COUNT=100 JOBS=4
COUNT ?= 40
JOBS ?= 1
mutants: setup
	$(BIN)/python -m tests.mutants $(GAME) --count $(COUNT) --jobs $(JOBS)

bench: setup $(PEERS_READY)
	$(BIN)/tabbytop bench

# make pages GAME=cat-cab QUICK=1
pages: setup browser
	$(BIN)/python -m tests.browser.measure $(if $(GAME),--game $(GAME)) $(if $(QUICK),--quick)

load: setup
	$(BIN)/tabbytop load

# Half an hour, on a machine that does nothing else: old and new in turns, 5000 tables, readers, starts, processes.
capacity: setup
	$(BIN)/python -m tests.capacity

golden: setup
	$(BIN)/tabbytop golden

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
