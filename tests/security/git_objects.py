"""Writes Git objects as no git would: odd names, trees that never end, blobs of nothing but zeros."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.engine.intake.git_server import git

FILE, LINK, FOLDER, MODULE = "100644", "120000", "40000", "160000"


class Crafted:
    """A bare repository that is written object by object."""

    def __init__(self, path: Path) -> None:
        self.path = path
        git("init", "-q", "--bare", "-b", "main", str(path), at=path.parent)

    def blob(self, content: bytes) -> str:
        return self._hashed("blob", content)

    def tree(self, *rows: tuple[str, bytes, str]) -> str:
        """Rows are mode, name as raw bytes, and object id; git's own rules for names don't hold."""
        content = b"".join(
            f"{mode} ".encode() + name + b"\0" + bytes.fromhex(blob) for mode, name, blob in rows
        )
        return self._hashed("tree", content)

    def commit(self, tree: str) -> str:
        person = "Ann <ann@example.org> 1700000000 +0000"
        content = f"tree {tree}\nauthor {person}\ncommitter {person}\n\nAll of it\n".encode()
        commit = self._hashed("commit", content)
        (self.path / "refs/heads/main").write_text(commit + "\n")
        return commit

    def _hashed(self, kind: str, content: bytes) -> str:
        command = ["git", "hash-object", "-w", "--literally", "-t", kind, "--stdin"]
        done = subprocess.run(command, cwd=self.path, input=content, check=True, capture_output=True)
        return done.stdout.decode().strip()
