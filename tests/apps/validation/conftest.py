"""One project with its people for each test."""

import pytest

from tests.cast import Cast, gather


@pytest.fixture
def cast(db) -> Cast:
    """Return the people."""
    return gather()
