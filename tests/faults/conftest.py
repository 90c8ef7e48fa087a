"""One running portal for the tests of a file; each test has a project of its own on it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from apps.projects.models import Project
from tests import factory
from tests.faults import drill
from tests.faults.stage import CANARIES, Stage

_numbers = count(1)


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
        _share_secrets(patch)
        try:
            stage.open()
            yield stage
        finally:
            stage.close()


def _share_secrets(patch: pytest.MonkeyPatch) -> None:
    from django.conf import settings

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
