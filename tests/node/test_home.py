"""The node token stays with its owner and leaves the machine only encrypted."""

import stat
from pathlib import Path

import pytest

from migration_node.errors import NodeError, NotEnrolled
from migration_node.home import Identity, NodeHome
from migration_node.settings import clocks_from_environment
from migration_node.wire import checked_url

IDENTITY = Identity(
    portal="https://portal.example", node="n", name="bench", project="demo", token="secret", public_key="k"
)


def test_an_identity_is_readable_by_its_owner_only(tmp_path: Path):
    home = NodeHome(tmp_path / "home")
    home.save(IDENTITY)
    assert stat.S_IMODE(home.identity_file.stat().st_mode) == 0o600
    assert stat.S_IMODE(home.path.stat().st_mode) == 0o700
    assert home.load() == IDENTITY


def test_without_an_identity_it_says_how_to_get_one(tmp_path: Path):
    with pytest.raises(NotEnrolled, match="enroll URL CODE"):
        NodeHome(tmp_path).load()


def test_a_damaged_identity_is_refused(tmp_path: Path):
    home = NodeHome(tmp_path)
    home.identity_file.write_text("{")
    with pytest.raises(NotEnrolled, match="damaged"):
        home.load()


def test_two_agents_cannot_share_one_identity(tmp_path: Path):
    home = NodeHome(tmp_path)
    with home.only_agent(), pytest.raises(NodeError, match="another agent"), home.only_agent():
        pass


@pytest.mark.parametrize("url", ["https://portal.example/", "http://127.0.0.1:8000", "http://[::1]:8000"])
def test_it_talks_https_or_stays_on_this_machine(url):
    assert checked_url(url) == url.rstrip("/")


@pytest.mark.parametrize("url", ["http://portal.example", "http://127.0.0.1.example", "ftp://x", "portal"])
def test_it_refuses_to_send_a_token_in_the_clear(url):
    with pytest.raises(NodeError, match="https://"):
        checked_url(url)


def test_a_clock_that_is_no_number_is_refused_by_name(monkeypatch):
    monkeypatch.setenv("NODE_POLL_S", "soon")
    with pytest.raises(NodeError, match="NODE_POLL_S"):
        clocks_from_environment()
