"""One scanned project for all tests of coupling: they only read, and a scan is the slow part."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from apps.scans.models import Scan
from tests import factory
from tests.apps.coupling.pages import Visit
from tests.apps.coupling.world import World, make_world
from tests.cast import client_of


@pytest.fixture(scope="package")
def world(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    """Return the people and their scans, rolled back after the last test."""
    media = tmp_path_factory.mktemp("media")
    with django_db_blocker.unblock(), override_settings(MEDIA_ROOT=media), transaction.atomic():
        yield make_world()
        transaction.set_rollback(True)


@pytest.fixture
def visit(world: World, db: None) -> Visit:
    """Return Vic's browser, who may look and nothing more, in the scanned project."""
    return Visit(client_of(world.cast.vic), world.cast.project)


@pytest.fixture
def bare(world: World, db: None) -> Visit:
    """Return Alice's browser in a project of hers without a scan."""
    project = factory.project("Nothing yet", architect=world.cast.alice)
    return Visit(client_of(world.cast.alice), project)


@pytest.fixture
def scan(world: World) -> Scan:
    """Return the scan of the example application."""
    return world.scan
