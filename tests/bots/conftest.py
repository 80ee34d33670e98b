"""What the tests of bots share: workers that may take their time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tabbytop.bots import workers
from tests.patience import PATIENCE


@pytest.fixture(autouse=True, scope="package")
def _patient_workers() -> Iterator[None]:
    """Behind programs that never rest, a second of the processor takes a minute for those who step back."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers, "STEP_BACK", 0)
        patch.setattr(workers, "START_LIMIT", PATIENCE)
        yield
