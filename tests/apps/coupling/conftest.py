"""Every test of the map keeps its files in a folder of its own."""

from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from tests.cast import Cast, gather


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Path) -> None:
    """Keep uploads and documents of this test apart."""
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def cast(db: None) -> Cast:
    """The people of the tests."""
    return gather()
