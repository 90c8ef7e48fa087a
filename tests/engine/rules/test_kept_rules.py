"""Rules that were read once are read from what was kept, unless it may be wrong."""

import msgspec
import pytest

from migration_engine.cache import sealed
from migration_engine.model import RuleSet
from migration_engine.rules import load_catalogue
from tests.engine.rules.documents import SOUND


@pytest.fixture(scope="module")
def shipped():
    return load_catalogue()


def kept_in(folder):
    (path,) = folder.glob("rules-*")
    return path


def test_what_was_kept_is_what_the_files_say(tmp_path, shipped):
    assert load_catalogue(cache=tmp_path) == shipped
    assert load_catalogue(cache=tmp_path) == shipped
    assert all(isinstance(patterns, tuple) for rule in shipped.rules for patterns in rule.match.values())


def test_what_was_kept_is_what_is_read(tmp_path, shipped):
    load_catalogue(cache=tmp_path)
    fewer = RuleSet(shipped.rules[:3], "other")
    kept_in(tmp_path).write_bytes(sealed(msgspec.msgpack.encode(fewer)))

    assert load_catalogue(cache=tmp_path) == fewer


@pytest.mark.parametrize(
    "content", [b"", b"spoiled", sealed(b"spoiled"), sealed(msgspec.msgpack.encode([[1], 2]))]
)
def test_what_is_broken_is_made_again(tmp_path, shipped, content):
    load_catalogue(cache=tmp_path)
    kept_in(tmp_path).write_bytes(content)

    assert load_catalogue(cache=tmp_path) == shipped
    assert kept_in(tmp_path).read_bytes() != content


def test_what_others_may_have_written_is_not_read(tmp_path, shipped):
    load_catalogue(cache=tmp_path)
    forged = kept_in(tmp_path)
    forged.write_bytes(sealed(msgspec.msgpack.encode(RuleSet((), "forged"))))
    forged.chmod(0o666)

    assert load_catalogue(cache=tmp_path) == shipped


def test_a_folder_that_takes_nothing_is_no_loss(tmp_path, shipped):
    (tmp_path / "file").write_text("in the way")

    assert load_catalogue(cache=tmp_path / "file") == shipped


def test_a_rule_of_ones_own_counts_as_soon_as_it_is_written(tmp_path, shipped):
    own = tmp_path / "own"
    own.mkdir()
    (own / "house.yaml").write_text(SOUND, "utf-8")
    first = load_catalogue(own, cache=tmp_path / "cache")
    (own / "house.yaml").write_text(SOUND.replace("house.call", "house.cell"), "utf-8")
    second = load_catalogue(own, cache=tmp_path / "cache")

    patterns = [
        next(rule for rule in rules.rules if rule.id == "house-rule").match for rules in (first, second)
    ]
    assert patterns == [{"api": ("house.call",)}, {"api": ("house.cell",)}]
    assert len(first.rules) == len(shipped.rules) + 1
