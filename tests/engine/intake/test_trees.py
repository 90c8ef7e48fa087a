"""A folder, its zip and its tarball are one tree; nothing outside the folder is ever read."""

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from migration_engine.errors import IntakeRefused
from migration_engine.intake import Limits, open_tree
from migration_engine.intake.archive import is_archive
from tests.engine.intake.archives import contents, skipped, tar_of, zip_of


@pytest.fixture
def project(tmp_path) -> Path:
    root = tmp_path / "project"
    (root / "app").mkdir(parents=True)
    (root / "app" / "a.py").write_text("import torch\n")
    (root / "设备.py").write_text("x = 1\n")
    (root / "README.md").write_text("# A project\n")
    return root


def root_hash(source: Path) -> str:
    with open_tree(str(source)) as tree:
        return tree.source.root_hash


def packed(project: Path, to: Path, top: str) -> Path:
    with tarfile.open(to, "w:gz") as archive:
        archive.add(project, arcname=top)
    return to


def test_the_hash_is_the_same_for_a_folder_and_its_archives(project, tmp_path):
    members = {
        str(path.relative_to(project)): path.read_bytes() for path in project.rglob("*") if path.is_file()
    }

    hashes = {
        root_hash(project),
        root_hash(zip_of(tmp_path / "flat.zip", members)),
        root_hash(
            zip_of(tmp_path / "nested.zip", {f"top-1.0/{name}": data for name, data in members.items()})
        ),
        root_hash(packed(project, tmp_path / "a.tar.gz", "project")),
        root_hash(packed(project, tmp_path / "b.tar.gz", ".")),
    }

    assert len(hashes) == 1


def test_the_hash_changes_with_a_name_and_with_a_byte(project):
    before = root_hash(project)
    (project / "README.md").rename(project / "readme.md")
    renamed = root_hash(project)
    (project / "readme.md").write_text("# Another\n")

    assert len({before, renamed, root_hash(project)}) == 3


def test_a_link_in_a_folder_is_listed_and_not_followed(project, tmp_path):
    (tmp_path / "secret.py").write_text("SECRET = 1\n")
    (project / "link.py").symlink_to(tmp_path / "secret.py")
    (project / "folder").symlink_to(tmp_path)
    (project / "loop").symlink_to(project)

    assert "link.py" not in contents(project)
    assert skipped(project) == dict.fromkeys(("link.py", "folder", "loop"), "symbolic link")


def test_a_file_that_becomes_a_link_after_the_listing_is_not_followed(project, tmp_path):
    (tmp_path / "secret.py").write_text("SECRET = 1\n")
    with open_tree(str(project)) as tree:
        (project / "README.md").unlink()
        (project / "README.md").symlink_to(tmp_path / "secret.py")
        entry = next(one for one in tree.entries if one.path == "README.md")
        with pytest.raises(OSError, match="[Ss]ymbolic|loop|levels"):
            tree.read(entry)


def test_a_pipe_in_a_folder_is_listed_and_not_waited_for(project):
    os.mkfifo(project / "pipe")

    assert skipped(project) == {"pipe": "not a regular file"}


def test_folders_of_tools_are_listed_and_not_read(project):
    for name in (".git", "node_modules", ".venv"):
        (project / name).mkdir()
        (project / name / "x.py").write_text("import torch\n")

    assert set(skipped(project)) == {".git", "node_modules", ".venv"}
    assert len(contents(project)) == 3


def test_a_path_with_blanks_and_plus_signs_is_fine(tmp_path):
    odd = tmp_path / "a b+c'd"
    odd.mkdir()
    (odd / "x y.py").write_text("x = 1\n")

    assert set(contents(odd)) == {"x y.py"}


def test_a_large_file_has_the_same_hash_in_a_folder_and_an_archive(project, tmp_path):
    (project / "big.bin").write_bytes(b"x" * 50)
    archive = packed(project, tmp_path / "a.tar.gz", "project")
    small = Limits(file_bytes=40)

    with open_tree(str(project), limits=small) as one, open_tree(str(archive), limits=small) as two:
        assert one.source.root_hash == two.source.root_hash
        assert [skip.path for skip in one.skipped] == ["big.bin"] == [skip.path for skip in two.skipped]


def test_a_path_that_does_not_exist_is_refused_with_its_name(tmp_path):
    with pytest.raises(IntakeRefused, match="check the path"):
        contents(tmp_path / "nowhere")


def test_an_archive_is_told_by_its_content(project, tmp_path):
    archive = packed(project, tmp_path / "upload", "p")

    assert is_archive(archive)
    assert not is_archive(project / "README.md")


@pytest.mark.parametrize("mode", ["w", "w:bz2", "w:xz"])
def test_other_compressions_are_read_too(tmp_path, mode):
    info = tarfile.TarInfo("a.py")

    assert contents(tar_of(tmp_path / "a.tar", [(info, b"x")], mode)) == {"a.py": b"x"}


def test_scanned_code_is_never_executed(project, tmp_path):
    """Files that tools run by themselves are only read: a marker that they would leave does not appear."""
    marker = tmp_path / "marker"
    for name in ("setup.py", "conftest.py", "sitecustomize.py", "noxfile.py"):
        (project / name).write_text(f"import torch\nopen({str(marker)!r}, 'w')\ntorch.cuda.synchronize()\n")
    (project / "evil.pth").write_text(f"import os; open({str(marker)!r}, 'w')\n")
    command = [str(Path(sys.executable).with_name("npu-migrate")), "scan", ".", "--no-progress"]

    done = subprocess.run(command, capture_output=True, check=False, cwd=project)

    assert done.returncode == 0, done.stderr
    assert b"torch.cuda.synchronize" in done.stdout
    assert not marker.exists()
