"""Reads what `docker run`, `docker build` and their kin name: images and build files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from migration_engine.expression import expression
from migration_engine.model import EdgeKind, Span
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.sighting import Reading

_PROGRAMS = frozenset({"docker", "podman", "nerdctl", "singularity", "apptainer", "nvidia-docker", "buildah"})
_RUNS = frozenset({"run", "create", "pull", "exec", "shell"})
_IMAGE = expression(r"(?:docker://)?([a-z0-9](?:[\w.-]*[:/])+[\w./:@-]*\w)")
# Their value is the next word, which may look like an image.
_WITH_VALUE = expression(
    r"-[vpewuhml]|--(?:volume|publish|env|workdir|user|name|network|net|mount|ipc|shm-size|device|gpus|"
    r"entrypoint|hostname|memory|label|bind|env-file|ulimit|security-opt|cap-add|runtime|cpus|platform)"
)


class Command(Protocol):
    """A program with its words, each at its place."""

    @property
    def program(self) -> str: ...

    @property
    def words(self) -> Sequence[str]: ...

    def place(self, at: int, text: str = "") -> Span: ...


def read_container_command(command: Command, reading: Reading) -> None:
    """The image that a container is made of, and the file that an image is built by."""
    if command.program not in _PROGRAMS or len(command.words) < 3:
        return
    words = list(command.words)
    if _RUNS & set(words[1:3]):
        for at in range(2, len(words)):
            found = _IMAGE.fullmatch(words[at])
            if found and not _WITH_VALUE.fullmatch(words[at - 1]):
                reading.see(Kind.IMAGE, found.group(1), command.place(at))
                return
    elif "build" in words[1:3]:
        for option, value in zip(words, words[1:], strict=False):
            if option in ("-f", "--file"):
                reading.link(EdgeKind.IMAGE, value, command.place(0).line)
