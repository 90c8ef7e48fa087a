"""A second scan reads what changed, and says the same as a first one."""

import os
import shutil
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from migration_engine.intake import memory_tree, open_tree
from migration_engine.scan import scan_tree
from migration_engine.scan.kept import KeptScan
from migration_engine.scan.search.own import named_by_rules, own_roots
from tests.engine.scan.reading import _COMPILED as COMPILED
from tests.engine.scan.reading import catalogue

EXAMPLES = Path(__file__).parents[3] / "examples"
BINDS = b"import torch\n\n\ndef f():\n    torch.cuda.synchronize()\n"
ASKED = "docqa/device/pick.py"

EDITS = {
    "nothing": (lambda files: None, 0),
    "a file changed": (lambda files: files.update({ASKED: BINDS}), 1),
    "a file added": (lambda files: files.update({"docqa/new.py": BINDS}), 1),
    "a file removed": (lambda files: files.pop("requirements.txt"), 0),
    "a file moved": (lambda files: files.update({"docqa/moved.py": files.pop(ASKED)}), 1),
    "two files changed places": (lambda files: files.update(_swapped(files)), 2),
    "a file became binary": (lambda files: files.update({ASKED: b"\0\1\2"}), 1),
    "a twin for NPU beside": (lambda files: files.update({"requirements-npu.txt": b"torch_npu\n"}), 1),
    "a module that nobody names": (lambda files: files.update({"ours/__init__.py": b""}), 1),
    "a package that a rule names": (lambda files: files.update({"flash_attn/__init__.py": b""}), None),
}


def _swapped(files):
    one, other = sorted(path for path in files if path.endswith(".py") and files[path])[:2]
    return {one: files[other], other: files[one]}


def _examples():
    return {
        str(path.relative_to(EXAMPLES)): path.read_bytes()
        for path in sorted(EXAMPLES.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def _scan(files, kept=None, rules=None, **wishes):
    compiled = Path(COMPILED.name)
    return scan_tree(memory_tree(files), rules or catalogue(), cache=compiled, kept=kept, **wishes)


@pytest.mark.parametrize("edit", EDITS)
def test_after_an_edit_the_scan_is_what_a_first_one_gives(tmp_path, edit):
    files = _examples()
    change, read = EDITS[edit]
    _scan(files, tmp_path)
    change(files)

    second = _scan(files, tmp_path)

    assert second == _scan(files)
    assert second.files_read == (len(files) if read is None else read)
    assert _scan(files, tmp_path).files_read == 0


def test_edits_one_after_the_other_give_what_a_first_scan_gives(tmp_path):
    files = _examples()
    for number, path in enumerate(sorted(files)):
        files[f"copies/{number}.py"] = files.pop(path) + BINDS
        if number % 12 == 0:
            assert _scan(files, tmp_path) == _scan(files)


def test_other_rules_ask_every_file_again(tmp_path):
    files = _examples()
    _scan(files, tmp_path)
    fewer = replace(catalogue(), rules=catalogue().rules[:100], version="other")

    second = _scan(files, tmp_path, fewer)

    assert second == _scan(files, rules=fewer)
    assert second.files_read == len(files)


def test_trees_of_several_names_are_kept_side_by_side(tmp_path):
    trees = [memory_tree({"a.py": BINDS + name.encode()}, name=name) for name in ("one", "two", "one", "two")]

    assert [scan_tree(tree, catalogue(), kept=tmp_path).files_read for tree in trees] == [1, 1, 0, 0]


def test_another_wish_for_snippets_asks_every_file_again(tmp_path):
    _scan({"a.py": BINDS}, tmp_path)

    assert _scan({"a.py": BINDS}, tmp_path, snippets="none").findings[0].snippet == ""


def test_only_own_packages_that_rules_name_matter():
    assert named_by_rules(catalogue(), own_roots(["flash_attn/__init__.py", "ours/__init__.py"])) == {
        "flash_attn"
    }


def _outcomes(folder):
    return next(folder.glob("outcomes-*"))


@pytest.mark.parametrize("place", [0, 100, -1, -5, -40, "half", "none", "long", "other"])
def test_a_broken_cache_is_made_anew(tmp_path, place):
    files = {"a.py": BINDS, "b.py": BINDS, "c.bin": b"\0"}
    first = _scan(files, tmp_path)
    kept = _outcomes(tmp_path)
    whole = kept.read_bytes()
    kept.write_bytes(_damaged(whole, place))

    assert _scan(files, tmp_path) == first
    assert _scan(files, tmp_path).files_read == 0


def _damaged(whole, place):
    if isinstance(place, int):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        return bytes(damaged)
    texts = {
        "half": whole[: len(whole) // 2],
        "none": b"",
        "long": whole + b"\xff" * 8,
        "other": b"\x80" * 99,
    }
    return texts[place]


def test_no_byte_of_the_cache_can_be_changed_unseen(tmp_path):
    tree = memory_tree({"a.py": BINDS, "b.bin": b"\0"})
    scan_tree(tree, catalogue(), kept=tmp_path)
    last = KeptScan(tmp_path, tree.source.name, catalogue(), "context", frozenset())
    true = last.recall(tree.entries)
    kept = _outcomes(tmp_path)
    whole = kept.read_bytes()

    assert len(true) == 2
    for place in range(len(whole)):
        kept.write_bytes(_damaged(whole, place))
        assert last.recall(tree.entries).items() <= true.items()


def test_a_cache_that_others_can_write_is_not_believed(tmp_path):
    _scan({"a.py": BINDS}, tmp_path)
    _outcomes(tmp_path).chmod(0o666)

    assert _scan({"a.py": BINDS}, tmp_path).files_read == 1
    assert _scan({"a.py": BINDS}, tmp_path).files_read == 0


def test_a_cache_behind_a_link_is_not_believed(tmp_path):
    _scan({"a.py": BINDS}, tmp_path)
    kept = _outcomes(tmp_path)
    kept.rename(tmp_path / "elsewhere")
    kept.symlink_to(tmp_path / "elsewhere")

    assert _scan({"a.py": BINDS}, tmp_path).files_read == 1


def test_a_folder_that_cannot_be_written_is_no_loss(tmp_path):
    (tmp_path / "taken").write_text("a file")

    assert _scan({"a.py": BINDS}, tmp_path / "taken") == _scan({"a.py": BINDS})


def test_nobody_else_can_read_what_is_kept(tmp_path):
    _scan({"a.py": BINDS}, tmp_path / "cache")

    assert (tmp_path / "cache").stat().st_mode & 0o777 == 0o700
    assert _outcomes(tmp_path / "cache").stat().st_mode & 0o777 == 0o600


_opened: list[str] = []
_listening: list[bool] = []


def _hear(event, told):
    if _listening and event == "open":
        _opened.append(str(told[0]))


@pytest.fixture(scope="module")
def opened():
    sys.addaudithook(_hear)  # it stays as long as the process
    return _opened


def _scan_folder(root, cache):
    _opened.clear()
    _listening.append(True)
    with open_tree(str(root), cache=cache) as tree:
        scan = scan_tree(tree, catalogue(), kept=cache)
    _listening.clear()
    return scan, {one.removeprefix(f"{root}/") for one in _opened if one.startswith(f"{root}/")}


def test_of_a_folder_only_the_changed_file_is_opened(tmp_path, opened):
    root = tmp_path / "tree"
    shutil.copytree(EXAMPLES, root, ignore=shutil.ignore_patterns("__pycache__"))
    time.sleep(2.1)  # what is younger could change once more unseen
    _scan_folder(root, tmp_path / "cache")
    (root / ASKED).write_bytes(BINDS)

    second, read = _scan_folder(root, tmp_path / "cache")

    assert read == {ASKED}
    assert second.files_read == 1
    assert second == _scan_folder(root, None)[0]


def test_a_young_file_is_read_again_although_it_looks_the_same(tmp_path, opened):
    root = tmp_path / "tree"
    root.mkdir()
    (root / "a.py").write_bytes(BINDS)
    _scan_folder(root, tmp_path / "cache")

    second, read = _scan_folder(root, tmp_path / "cache")

    assert (read, second.files_read) == ({"a.py"}, 0)


def test_a_change_that_keeps_size_and_time_is_seen(tmp_path, opened):
    root = tmp_path / "tree"
    root.mkdir()
    (root / "a.py").write_bytes(BINDS)
    time.sleep(2.1)
    _scan_folder(root, tmp_path / "cache")
    state = (root / "a.py").stat()
    (root / "a.py").write_bytes(BINDS.replace(b"cuda", b"cudb"))
    os.utime(root / "a.py", ns=(state.st_atime_ns, state.st_mtime_ns))

    assert _scan_folder(root, tmp_path / "cache")[0].findings == ()


@pytest.mark.parametrize("content", [b"", b"\xff" * 30, b"\0" * 4])
def test_a_broken_listing_is_made_anew(tmp_path, opened, content):
    root = tmp_path / "tree"
    root.mkdir()
    (root / "a.py").write_bytes(BINDS)
    first, _ = _scan_folder(root, tmp_path / "cache")
    next((tmp_path / "cache").glob("listing-*")).write_bytes(content)

    assert _scan_folder(root, tmp_path / "cache")[0] == first
