"""One running portal for the tests of a file; each test has a project of its own on it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from apps.projects.models import Project
from tests import factory
from tests.faults import drill
from tests.faults.stage import CANARIES, Stage

_numbers = count(1)
# A wait that fails by its name says more than one that is cut off: every wait must have room to do so.
CUT_OFF_S = 900


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the tests of this folder more time than a machine that has other work may cost them."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.timeout(CUT_OFF_S))


@pytest.fixture(scope="module")
def database(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let all tests of a file write where other processes read; empty it when the file is done."""
    with django_db_blocker.unblock():
        yield
        call_command("flush", verbosity=0, interactive=False)


@pytest.fixture
def _django_db_helper(database: None) -> None:
    """Keep what a test wrote until the file is done: the running processes go on reading it."""


@pytest.fixture(scope="module")
def portal(database: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """Return a running portal that lasts as long as the file."""
    stage = Stage(tmp_path_factory.mktemp("stage"))
    with drill.taught(), pytest.MonkeyPatch.context() as patch:
        _share(patch, stage)
        try:
            stage.open()
            yield stage
        finally:
            stage.close()


def _share(patch: pytest.MonkeyPatch, stage: Stage) -> None:
    """Let this process have the secrets and the files of the stage."""
    from django.conf import settings

    patch.setattr(settings, "MEDIA_ROOT", stage.var / "media")
    for name, value in CANARIES.items():
        patch.setattr(settings, name, value)


@pytest.fixture
def stage(portal: Stage) -> Iterator[Stage]:
    """Return the portal; nodes that a test started end with it."""
    running = len(portal._running)
    yield portal
    portal.close(keep=running)


@pytest.fixture
def project(portal: Stage) -> Project:
    """Return a project in which nothing has happened."""
    number = next(_numbers)
    return factory.project(f"Faults {number}", architect=factory.user(f"faults-{number}"))
