"""Decides what a member's name may be: refused by name when it leaves the tree, skipped when unusable."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from migration_engine.errors import IntakeRefused
from migration_engine.expression import expression
from migration_engine.intake import skips
from migration_engine.intake.limits import SKIPPED_FOLDERS, Limits
from migration_engine.text import Text

_DRIVE = expression(r"^[A-Za-z]:")
_CONTROL = expression(r"[\x00-\x1f\x7f\u0080-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def shown(name: str) -> str:
    """The name as it may be printed: undecodable bytes and control characters are escaped."""
    text = name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return _CONTROL.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def hides(name: str) -> bool:
    """Whether the name has characters that nobody sees or that turn the line around."""
    return bool(_CONTROL.search(name))


def refuse_escape(name: str) -> None:
    """Raise when the member would land outside the tree or on an absolute place."""
    if reason := _escape(name):
        raise IntakeRefused(
            Text(
                f"{reason.en}; rebuild the archive from inside the project folder and try again",
                f"{reason.zh}；请在项目文件夹内重新打包后再试",
            ),
            place=shown(name),
        )


def _escape(name: str) -> Text | None:
    if name.startswith("/"):
        return Text("this member has an absolute path", "该成员使用绝对路径")
    if "\\" in name:
        return Text("this member has a backslash in its path", "该成员的路径含有反斜杠")
    if _DRIVE.match(name):
        return Text("this member names a drive", "该成员的路径含有盘符")
    if ".." in name.split("/"):
        return Text("this member leaves the tree", "该成员的路径越出了源码目录")
    return None


def tidy(name: str) -> str:
    """The path without `.` parts and doubled slashes."""
    return "/".join(part for part in name.split("/") if part not in ("", "."))


def unusable(path: str, limits: Limits) -> str:
    """Why a file of this name is left out, or an empty string."""
    if hides(path):
        return skips.CONTROL_CHARACTERS
    try:
        size = len(path.encode("utf-8"))
    except UnicodeEncodeError:
        return skips.NO_UTF8
    if size > limits.path_bytes:
        return skips.LONG_PATH.format(limits.path_bytes)
    if path.count("/") >= limits.depth:
        return skips.DEEP_PATH.format(limits.depth)
    return ""


def collisions(paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each path that is another one before it on Windows and macOS, with that one."""
    first: dict[str, str] = {}
    for path in paths:
        other = first.setdefault(unicodedata.normalize("NFC", path).casefold(), path)
        if other != path:
            yield path, other


def skipped_folder(path: str) -> str:
    """The outermost folder of the path that is never read, or an empty string."""
    parts = path.split("/")
    for index, part in enumerate(parts[:-1]):
        if part in SKIPPED_FOLDERS:
            return "/".join(parts[: index + 1])
    return ""
