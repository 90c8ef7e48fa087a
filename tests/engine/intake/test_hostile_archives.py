"""Hostile archives: refused by name where a member leaves the tree, skipped where it is no regular file."""

import gzip
import io
import os
import tarfile
import warnings
import zipfile
from pathlib import Path

import pytest

from migration_engine.errors import IntakeRefused
from migration_engine.intake import open_tree, skips
from tests.engine.intake.archives import contents, member, raw_zip, skipped, symlink_mode, tar_of, zip_of

ESCAPES = [
    "../evil.py",
    "a/../../evil.py",
    "..",
    "/etc/evil.py",
    "//evil.py",
    "a\\..\\..\\evil.py",
    "\\evil.py",
    "C:/evil.py",
    "c:evil.py",
]


@pytest.fixture
def nothing_outside(tmp_path):
    """The folder that holds the archive has no other file afterwards, and neither has its parent."""
    yield
    strangers = [path for path in tmp_path.rglob("*") if "evil" in path.name]
    assert strangers == []
    assert not Path("/etc/evil.py").exists()
    assert not (tmp_path.parent / "evil.py").exists()


@pytest.mark.parametrize("name", ESCAPES)
def test_a_zip_member_that_leaves_the_tree_is_refused_by_name(tmp_path, nothing_outside, name):
    archive = raw_zip(tmp_path / "a.zip", name.encode())

    with pytest.raises(IntakeRefused) as refused:
        contents(archive)

    assert refused.value.place == name


@pytest.mark.parametrize("name", ESCAPES)
def test_a_tar_member_that_leaves_the_tree_is_refused_by_name(tmp_path, nothing_outside, name):
    archive = tar_of(tmp_path / "a.tar.gz", [member("fine.py"), member(name)])

    with pytest.raises(IntakeRefused) as refused:
        contents(archive)

    assert refused.value.place == name


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (tarfile.SYMTYPE, "symbolic link"),
        (tarfile.LNKTYPE, "hard link"),
        (tarfile.FIFOTYPE, "not a regular file"),
        (tarfile.CHRTYPE, "not a regular file"),
        (tarfile.BLKTYPE, "not a regular file"),
    ],
)
def test_a_tar_member_that_is_no_file_is_listed_and_never_made(tmp_path, kind, reason):
    archive = tar_of(tmp_path / "a.tgz", [member("fine.py"), member("odd", kind=kind, link="/etc/passwd")])

    assert contents(archive) == {"fine.py": b"x = 1\n"}
    assert skipped(archive) == {"odd": reason}


def test_what_is_left_out_is_named_like_what_is_read(tmp_path):
    links = [member(name, kind=tarfile.SYMTYPE, link="/etc") for name in ("./top/link", "old/link")]
    archive = tar_of(tmp_path / "a.tgz", [member("./top/fine.py"), *links])

    assert set(contents(archive)) == {"fine.py"}
    assert set(skipped(archive)) == {"link", "old/link"}


def test_a_file_below_a_link_of_the_same_archive_is_only_a_name(tmp_path):
    target = tmp_path / "outside"
    target.mkdir()
    archive = tar_of(
        tmp_path / "a.tgz",
        [member("d", kind=tarfile.SYMTYPE, link=str(target)), member("d/evil.py"), member("b.py")],
    )

    assert set(contents(archive)) == {"d/evil.py", "b.py"}
    assert list(target.iterdir()) == []


def test_a_symbolic_link_in_a_zip_is_listed(tmp_path):
    archive = raw_zip(tmp_path / "a.zip", b"link", b"/etc/passwd", mode=symlink_mode())

    with pytest.raises(IntakeRefused, match=r"none of its 1 entries can be read \(first link: symbolic link"):
        contents(archive)


def test_an_encrypted_member_is_refused(tmp_path):
    archive = raw_zip(tmp_path / "a.zip", b"app.py", flags=0x1)

    with pytest.raises(IntakeRefused, match="without a password"):
        contents(archive)


def test_the_first_of_two_members_of_one_name_counts_and_the_second_is_listed(tmp_path):
    archive = tar_of(
        tmp_path / "a.tgz", [member("a.py", b"first"), member("./a.py", b"second"), member("b.py")]
    )

    assert contents(archive)["a.py"] == b"first"
    assert skipped(archive) == {"a.py": "a second member of the same name; the first is kept"}


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_the_second_of_two_equal_names_in_either_kind_is_listed(tmp_path, kind):
    archive = packed(tmp_path, kind, ["a.py", "a.py", "b.py"])

    assert contents(archive) == {"a.py": b"1", "b.py": b"3"}
    assert skipped(archive) == {"a.py": "a second member of the same name; the first is kept"}


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_every_member_that_repeats_a_name_gets_its_line(tmp_path, kind):
    archive = packed(tmp_path, kind, ["a.py", "a.py", "a.py", "b.py"])

    with open_tree(str(archive)) as tree:
        assert [one.path for one in tree.skipped] == ["a.py", "a.py"]


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_what_lies_below_a_file_is_listed(tmp_path, kind):
    archive = packed(tmp_path, kind, ["a.py", "a.py/d/b.py", "c.py"])

    assert set(contents(archive)) == {"a.py", "c.py"}
    assert skipped(archive) == {"a.py/d/b.py": skips.BELOW_A_FILE}


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_a_file_named_like_a_folder_is_listed(tmp_path, kind):
    archive = packed(tmp_path, kind, ["d/a.py/b.py", "d/a.py", "c.py"])

    assert set(contents(archive)) == {"d/a.py/b.py", "c.py"}
    assert skipped(archive) == {"d/a.py": skips.NAME_OF_A_FOLDER}


def packed(folder, kind, names):
    """Members in this order, whose contents are 1, 2, 3."""
    members = [(name, str(number).encode()) for number, name in enumerate(names, start=1)]
    if kind == "tar":
        return tar_of(folder / "a.tgz", [member(name, content) for name, content in members])
    with warnings.catch_warnings(), zipfile.ZipFile(folder / "a.zip", "w") as archive:
        warnings.simplefilter("ignore")
        for name, content in members:
            archive.writestr(name, content)
    return folder / "a.zip"


def test_names_that_differ_in_case_stay_two_files(tmp_path):
    assert set(contents(zip_of(tmp_path / "a.zip", {"A.py": "1", "a.py": "2"}))) == {"A.py", "a.py"}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("a\nb.py", "control characters"),
        ("a\u202eyp.b", "control characters"),
        ("d/" * 65 + "a.py", "deeper than 64"),
        ("n" * 1100 + ".py", "longer than 1024"),
    ],
)
def test_a_name_that_no_tool_can_use_is_listed_with_the_reason(tmp_path, name, reason):
    archive = tar_of(tmp_path / "a.tgz", [member("fine.py"), member(name)])

    assert set(contents(archive)) == {"fine.py"}
    ((path, why),) = skipped(archive).items()
    assert reason in why
    assert path.isprintable()


def test_a_name_that_is_no_text_is_listed_escaped(tmp_path):
    archive = tar_of(tmp_path / "a.tgz", [member("fine.py"), member("caf\udce9.py")])

    assert set(contents(archive)) == {"fine.py"}
    assert skipped(archive) == {"caf\\xe9.py": "name is not valid UTF-8"}


def test_a_bomb_stops_by_what_it_delivers(tmp_path):
    archive = zip_of(tmp_path / "a.zip", {"zeros.txt": b"\0" * 30_000_000})

    with pytest.raises(IntakeRefused, match="decompression bomb"):
        contents(archive)


def test_a_bomb_of_headers_stops_too(tmp_path):
    path = tmp_path / "a.tar.gz"
    name = tarfile.TarInfo("././@LongLink")
    name.type, name.size = tarfile.GNUTYPE_LONGNAME, 40_000_000
    with tarfile.open(path, "w:gz") as archive:
        archive.addfile(name, io.BytesIO(b"a" * name.size))
        archive.addfile(tarfile.TarInfo("a.py"))

    with pytest.raises(IntakeRefused, match="decompression bomb"):
        contents(path)


def test_endless_zeros_are_a_bomb(tmp_path):
    path = tmp_path / "a.tar.gz"
    with gzip.open(path, "wb") as packed:
        for _ in range(40):
            packed.write(b"\0" * 1_000_000)

    with pytest.raises(IntakeRefused, match="decompression bomb"):
        contents(path)


def test_a_member_that_lies_about_its_size_is_counted_by_its_bytes(tmp_path):
    path = zip_of(tmp_path / "a.zip", {"big.py": b"a" * 400_000})
    with zipfile.ZipFile(path) as archive:
        claimed = archive.getinfo("big.py").file_size.to_bytes(4, "little")
    path.write_bytes(path.read_bytes().replace(claimed, (10).to_bytes(4, "little")))

    try:
        held = contents(path, expanded_bytes=100_000)
    except IntakeRefused:
        return
    assert all(len(data) <= 100_000 for data in held.values())


def test_more_than_the_limit_of_expanded_bytes_is_refused(tmp_path):
    archive = zip_of(tmp_path / "a.zip", {"a.py": os.urandom(2000), "b.py": os.urandom(2000)})

    assert len(contents(archive, expanded_bytes=4000)) == 2
    with pytest.raises(IntakeRefused, match="expands to more"):
        contents(archive, expanded_bytes=3999)


def test_more_entries_than_the_limit_are_refused(tmp_path):
    archive = zip_of(tmp_path / "a.zip", {f"{number}.py": "x" for number in range(5)})

    assert len(contents(archive, entries=5)) == 5
    with pytest.raises(IntakeRefused, match="more than 4 entries"):
        contents(archive, entries=4)


def test_an_archive_over_the_limit_is_refused_before_it_is_opened(tmp_path):
    archive = zip_of(tmp_path / "a.zip", {"a.py": os.urandom(100)})

    with pytest.raises(IntakeRefused, match="leave out data"):
        contents(archive, archive_bytes=archive.stat().st_size - 1)


def test_a_file_over_the_limit_is_listed_and_not_read(tmp_path):
    archive = zip_of(tmp_path / "a.zip", {"a.py": "x" * 11, "b.py": "x" * 10})

    assert set(contents(archive, file_bytes=10)) == {"b.py"}
    assert "too large" in skipped(archive, file_bytes=10)["a.py"]


def test_an_archive_inside_an_archive_is_not_opened(tmp_path):
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("../evil.py", "x")

    assert set(contents(zip_of(tmp_path / "a.zip", {"inner.zip": inner.getvalue()}))) == {"inner.zip"}


@pytest.mark.parametrize("cut", [1, 20, 60])
def test_a_truncated_archive_is_refused_whatever_its_kind(tmp_path, cut):
    noise = os.urandom(3000)
    for path in (
        zip_of(tmp_path / "a.zip", {"a.py": noise}),
        tar_of(tmp_path / "a.tar.gz", [member("a.py", noise)]),
    ):
        data = path.read_bytes()
        path.write_bytes(data[: len(data) * (100 - cut) // 100])
        with pytest.raises(IntakeRefused, match="broken|not an archive"):
            contents(path)


@pytest.mark.parametrize("data", [b"", b"hello", b"\x1f\x8b", b"PK\x03\x04", b"\0" * 2000])
def test_what_is_no_archive_is_refused_with_what_to_give_instead(tmp_path, data):
    path = tmp_path / "upload.bin"
    path.write_bytes(data)

    with pytest.raises(IntakeRefused) as refused:
        contents(path)

    assert refused.value.place == "upload.bin"
    assert "pack it again" in refused.value.message or "give a .zip" in refused.value.message


@pytest.mark.parametrize("pack", [lambda path: zip_of(path, {}), lambda path: tar_of(path, [])])
def test_an_empty_archive_is_refused_by_name_in_both_languages(tmp_path, pack):
    with pytest.raises(IntakeRefused) as refused:
        contents(pack(tmp_path / "a.zip"))

    assert refused.value.place == "a.zip"
    assert "give the folder or archive that holds the sources" in refused.value.text.en
    assert "请提供" in refused.value.text.zh


def test_a_source_of_which_nothing_can_be_read_is_refused_with_the_first_reason(tmp_path):
    archive = zip_of(tmp_path / "a.zip", {"a.py": "x" * 11, "node_modules/b.js": "x"})

    with pytest.raises(IntakeRefused) as refused:
        contents(archive, file_bytes=10)

    assert "none of its 2 entries can be read (first a.py: too large" in refused.value.text.en
    assert "首个为 a.py：文件过大" in refused.value.text.zh
