"""Marks that say what a test stands for; `tabbytop clauses` and `tabbytop faults` list them.

`@cites("CAB-33")` names clauses of the rules, `@fault("F2")` faults of `src/tabbytop/server/operating/faults.md`.
`tabbytop kit` makes them known to pytest, which in a checkout its settings do.
"""

import pytest

cites = pytest.mark.cites
fault = pytest.mark.fault


def pytest_configure(config: pytest.Config) -> None:
    """Let pytest know the marks where no settings do, as in a package with a game."""
    for line in ("cites(*clauses): the rule clauses a test stands for", "fault(*ids): the faults a test stands for"):
        config.addinivalue_line("markers", line)
