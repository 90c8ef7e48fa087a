"""Gives every test run its own PostgreSQL and Valkey; several runs may go side by side.

DATABASE_URL and BROKER_URL point a run at other servers.
"""

import os
from collections.abc import Iterator

import django
import hypothesis
import pytest
from django.utils import translation

from tests.servers import RunServers, remove_leftovers

# The same examples on every run, so that a change is judged by what it changed;
# --hypothesis-profile=explore looks for new ones.
hypothesis.settings.register_profile("settled", deadline=None, derandomize=True)
hypothesis.settings.register_profile("explore", deadline=None)
hypothesis.settings.load_profile("settled")

if "PYTEST_XDIST_WORKER" not in os.environ:
    remove_leftovers()
_servers = RunServers.announce()
# Tests say when a node shall do an inventory before anything else.
os.environ.setdefault("INVENTORY_FRESH_H", "0")
# Django is set up here and not by an ini option: its settings must see the addresses above.
os.environ["DJANGO_SETTINGS_MODULE"] = "migration_portal.settings"
django.setup()


def pytest_configure(config: pytest.Config) -> None:
    """Let the processes that share the tests begin as this one began."""
    if config.getoption("numprocesses", None):
        del os.environ["DJANGO_SETTINGS_MODULE"]
        _servers.withdraw()


@pytest.fixture(scope="session")
def servers() -> RunServers:
    """Return the running servers of this test run."""
    _servers.start()
    return _servers


@pytest.fixture(scope="session")
def django_db_setup(servers: RunServers, django_db_setup: None) -> Iterator[None]:
    """Start the servers before pytest-django creates its database."""
    yield


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Begin each test in English: a request in Chinese would leave its language behind for the next test."""
    with translation.override("en"):
        yield
