"""`@cites("CAB-33")` names the clauses a test stands for; `tabbytop clauses` lists them."""

import pytest

cites = pytest.mark.cites
