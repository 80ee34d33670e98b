"""Marks that say what a test stands for; `tabbytop clauses` and `tabbytop faults` list them.

`@cites("CAB-33")` names clauses of the rules, `@fault("F2")` faults of `src/tabbytop/server/faults.md`.
"""

import pytest

cites = pytest.mark.cites
fault = pytest.mark.fault
