"""The people and the running portal of the fault tests; both last as long as one test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cast import Cast, gather
from tests.faults.stage import Stage


@pytest.fixture
def cast(transactional_db) -> Cast:
    """Return the people, stored where other processes see them."""
    return gather()


@pytest.fixture
def stage(cast: Cast, tmp_path: Path) -> Iterator[Stage]:
    """Return a running portal."""
    stage = Stage(tmp_path)
    try:
        stage.open()
        yield stage
    finally:
        stage.close()
