"""Which file of the tree a command starts: a script, a module, an application, an image that it builds."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence

from migration_engine.expression import expression
from migration_engine.model import EdgeKind

_SCRIPT = expression(r"^[\w./@+-]+\.(?:py|sh|bash|js|mjs|cjs|ts|mts|tsx)$")
_MODULE = expression(r"^[A-Za-z_]\w*(?:\.\w+)*$")
_APPLICATION = expression(r"^([A-Za-z_]\w*(?:\.\w+)*)(?::[\w.()]+)?$")
_RUNNERS = frozenset({"uv", "poetry", "pipenv", "conda", "micromamba", "pdm", "hatch"})
_INTERPRETER = expression(
    r"^(?:python[\d.]*|bash|sh|zsh|source|\.|torchrun|deepspeed|accelerate|streamlit|chainlit|fastapi|"
    r"node|ts-node|tsx|deno|bun|nodemon|mpirun|ipython|pytest)$"
)
_MODULE_RUNNERS = frozenset({"python", "torchrun", "deepspeed", "accelerate"})
_SERVERS = frozenset({"uvicorn", "gunicorn", "hypercorn", "daphne"})
_SETTLED = expression(r"[$*?{}<>`]")
Started = tuple[EdgeKind, str]


def started_by(words: Sequence[str]) -> Iterator[Started]:
    """The kind of the edge and the target as written: a path, or `-m` and a module's name."""
    program = words[0].rpartition("/")[2]
    if program in _RUNNERS and len(words) > 2 and words[1] in ("run", "exec"):
        yield from started_by(words[2:])
    elif _SCRIPT.match(words[0]):
        yield EdgeKind.EXEC, words[0]
    elif program in ("docker", "podman", "buildah", "nerdctl"):
        yield from _built(words[1:])
    elif program in _SERVERS:
        yield from _served(words[1:])
    elif program == "celery":
        yield from ((EdgeKind.EXEC, f"-m {name}") for name in _values(words, ("-A", "--app")))
    elif _INTERPRETER.match(program):
        yield from _interpreted(program, words)


def _interpreted(program: str, words: Sequence[str]) -> Iterator[Started]:
    """The first script or module: what follows are its own arguments."""
    for at, word in enumerate(words[1:], start=1):
        if word in ("-c", "-e"):
            return
        if word in ("-m", "--module") and re.sub(r"[\d.]+$", "", program) in _MODULE_RUNNERS:
            yield from _module(words[at + 1 :])
            return
        if _SCRIPT.match(word):
            yield EdgeKind.EXEC, word
            return


def _module(words: Sequence[str]) -> Iterator[Started]:
    """`python -m torch.distributed.run x.py` starts another program, which starts the script."""
    if not words or not _MODULE.match(words[0]):
        return
    yield EdgeKind.EXEC, f"-m {words[0]}"
    inner = words[0].rpartition(".")[2]
    if inner in ("run", "launch", "torchrun") and words[0].startswith("torch"):
        yield from _interpreted("python", words)
    elif inner in _SERVERS or inner in ("pytest", "streamlit", "accelerate", "deepspeed"):
        yield from started_by([inner, *words[1:]])


def _served(words: Sequence[str]) -> Iterator[Started]:
    """`uvicorn package.module:app`."""
    skip = False
    for word in words:
        found = _APPLICATION.match(word)
        if not skip and found and (":" in word or "." in word):
            yield EdgeKind.EXEC, f"-m {found.group(1)}"
            return
        skip = word.startswith("-") and "=" not in word


def _built(words: Sequence[str]) -> Iterator[Started]:
    """`docker build -f FILE CONTEXT`, also as `docker buildx build`."""
    words = words[1:] if words[:1] == ["buildx"] else words
    if words[:1] not in (["build"], ["bud"]):
        return
    named = next(iter(_values(words, ("-f", "--file"))), "")
    context = words[-1] if not words[-1].startswith("-") else ""
    target = named or (f"{context}/Dockerfile" if context not in ("-", "") else "")
    if target and not _SETTLED.search(target):
        yield EdgeKind.IMAGE, posixpath.normpath(target)


def _values(words: Sequence[str], options: Sequence[str]) -> Iterator[str]:
    for word, following in zip(words, [*words[1:], ""], strict=True):
        name, equals, value = word.partition("=")
        if name in options and (value or following):
            yield value if equals else following


def copied_to(source: str, target: str, folder: str) -> str:
    """Where in the image a copied file or the content of a copied folder lies."""
    place = posixpath.normpath(posixpath.join(folder or "/", target))
    name = posixpath.basename(source)
    is_file = "." in name.strip(".") and "*" not in source
    return posixpath.join(place, name) if is_file and (target.endswith(("/", ".")) or not target) else place


def in_container(target: str, folder: str, copies: Mapping[str, str]) -> str:
    """The path beside the Dockerfile's context that a path inside the image was copied from."""
    inside = posixpath.normpath(posixpath.join(folder or "/", target))
    for place in sorted(copies, key=len, reverse=True):
        if inside == place:
            return copies[place]
        if inside.startswith(place.rstrip("/") + "/"):
            return posixpath.normpath(posixpath.join(copies[place], inside[len(place.rstrip("/")) + 1 :]))
    return target.removeprefix("./") if not target.startswith("/") else ""
