"""The people of the security tests, and a folder of their own for uploads and documents."""

from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from tests.cast import Cast, gather


@pytest.fixture
def cast(db: None) -> Cast:
    """Return the people."""
    return gather()


@pytest.fixture
def media(settings: Settings, tmp_path: Path) -> Path:
    """Return the folder that takes uploads and documents of this test."""
    settings.MEDIA_ROOT = tmp_path
    return tmp_path
