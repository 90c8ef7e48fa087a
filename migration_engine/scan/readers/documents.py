"""Reads Markdown and reStructuredText: only the code that they show, by the language that they name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from migration_engine.expression import expression
from migration_engine.scan.embedded import Row, read_inside
from migration_engine.scan.sighting import Reading

_FENCE = expression(r"[\s>*+.\d-]{0,40}(`{3,}|~{3,})\s*\{?\.?([\w+#-]*)")
_DIRECTIVE = expression(r"(\s*)\.\.\s+(?:code-block|code|sourcecode|prompt)::\s*([\w+#-]*)")
_PROMPT = expression(r"(\s*)(>>>|\.\.\.)(?: |$)")
_SHELL_PROMPT = expression(r"\s*(?:\([\w.-]+\)\s*)?(?:[\w.@:~/-]*[$%]|>)\s+(?=\S)")
_LANGUAGES = {
    **dict.fromkeys(("python", "py", "python3", "pycon", "ipython", "doctest"), "python"),
    **dict.fromkeys(("bash", "sh", "shell", "console", "zsh", "terminal", "shell-session", "slurm"), "shell"),
    **dict.fromkeys(("yaml", "yml"), "yaml"),
    **dict.fromkeys(("json", "jsonc", "json5"), "json"),
    **dict.fromkeys(("dockerfile", "docker"), "dockerfile"),
    **dict.fromkeys(("cpp", "c++", "cc", "cxx"), "cpp"),
    **dict.fromkeys(("cuda", "cu", "cuda-cpp"), "cuda"),
    **dict.fromkeys(("javascript", "js", "jsx"), "javascript"),
    **dict.fromkeys(("typescript", "ts", "tsx"), "typescript"),
    **dict.fromkeys(("ini", "cfg", "conf", "properties"), "ini"),
    **dict.fromkeys(("make", "makefile"), "make"),
    **dict.fromkeys(("env", "dotenv"), "dotenv"),
    **dict.fromkeys(("hcl", "terraform", "tf"), "terraform"),
    **{"c": "c", "toml": "toml", "cmake": "cmake", "groovy": "jenkins", "pbtxt": "pbtxt"},
}


def read_markdown(text: str, reading: Reading) -> None:
    """The fences whose language has a reader."""
    rows = text.split("\n")
    at = 0
    while at < len(rows):
        fence = _FENCE.match(rows[at])
        at += 1
        if fence:
            first = at
            while at < len(rows) and not _closes(rows[at], fence.group(1)):
                at += 1
            _read(fence.group(2).lower(), _placed(rows, first, at), reading)
            at += 1
    _forget_links(reading)


def _closes(row: str, fence: str) -> bool:
    bare = row.strip(" >\t")
    return bare.startswith(fence) and not bare.strip(fence[0])


def read_rst(text: str, reading: Reading) -> None:
    """Code blocks by their language, and doctests."""
    rows = text.split("\n")
    at = 0
    while at < len(rows):
        directive, prompt = _DIRECTIVE.match(rows[at]), _PROMPT.match(rows[at])
        first = at
        at += 1
        if directive:
            at = _end_of_block(rows, at, len(directive.group(1)))
            _read(directive.group(2).lower(), _placed(rows, first + 1, at), reading)
        elif prompt:
            while at < len(rows) and rows[at].strip():
                at += 1
            _read("doctest", _placed(rows, first, at), reading)
    _forget_links(reading)


def _forget_links(reading: Reading) -> None:
    """A document shows how files are used, but uses none itself."""
    reading.links.clear()
    reading.offers.clear()
    reading.automatic_from = 0


def _end_of_block(rows: Sequence[str], at: int, indent: int) -> int:
    while at < len(rows) and (not rows[at].strip() or len(rows[at]) - len(rows[at].lstrip()) > indent):
        at += 1
    return at


def _placed(rows: Sequence[str], first: int, last: int) -> list[Row]:
    """Rows without the blanks or quotation marks that all of them begin with."""
    texts = rows[first:last]
    margins = (len(text) - len(text.lstrip(" \t")) for text in texts if text.strip())
    margin = min(margins, default=0)
    return [Row(text[margin:], first + at + 1, margin) for at, text in enumerate(texts)]


def _read(named: str, rows: list[Row], reading: Reading) -> None:
    language = _LANGUAGES.get(named, "")
    if not language or not _may_match(rows, reading):
        return
    if language == "python" and any(_PROMPT.match(row.text) for row in rows):
        rows = list(_typed(rows))
    elif language == "shell":
        rows = [_without_prompt(row) for row in rows]
    read_inside(language, rows, reading)


def _may_match(rows: Sequence[Row], reading: Reading) -> bool:
    """A document gives no links, so code without any word of a rule need not be read."""
    text = "\n".join(row.text for row in rows)
    return reading.words is None or reading.words.may_match(text.encode("utf-8", "replace"))


def _typed(rows: Sequence[Row]) -> Iterator[Row]:
    """What was typed behind prompts; answers are left empty."""
    for row in rows:
        found = _PROMPT.match(row.text)
        column = found.end() if found else 0
        yield Row(row.text[column:] if found else "", row.line, row.column + column)


def _without_prompt(row: Row) -> Row:
    found = _SHELL_PROMPT.match(row.text)
    return Row(row.text[found.end() :], row.line, row.column + found.end()) if found else row
