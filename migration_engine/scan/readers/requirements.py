"""Reads what a project requires: requirements files, and single requirements wherever they are written."""

from __future__ import annotations

import re

from migration_engine.expression import expression
from migration_engine.model import EdgeKind, Span
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.sighting import Reading, on_line

_NAME = expression(r"^\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[([^\]]*)\])?\s*(.*)$")
_COMMENT = expression(r"(?:^|\s)#")
_HASHES = expression(r"\s+--(?:hash|config-settings|global-option)")
_EDITABLE = expression(r"^\s*(?:-e|--editable)[=\s]\s*(\S*://\S+)")
_ADDRESS = expression(r"(?:(?:git|hg|svn|bzr)\+)?[a-z]+(?:\+[a-z]+)?://\S+")
_INDEX = expression(r"^\s*(?:--(?:extra-)?index-url|--find-links|-i|-f)[=\s]+(\S+)")
_OTHER = expression(r"^\s*(?:-r|-c|--requirement|--constraint)[=\s]\s*(\S+)")
_CONDA_PIN = expression(r"(?<![=<>~!])=(?!=)|(?<=[\w.])[ \t]+(?=\d)")
_PIN = expression(r"^[=~]=+\s*([^\s,;]+)")
_LONGEST_MARKER = 1000
_ELSEWHERE = expression(
    r"(?:platform_system|sys_platform)\s*==\s*[\"'](?:Windows|Darwin|win32|darwin)[\"'](?!.*\bor\b)"
)


def read_requirements(text: str, reading: Reading) -> None:
    """A requirements or constraints file; a row that ends in a backslash goes on."""
    held = ""
    for number, row in enumerate(text.split("\n"), start=1):
        if held:  # hashes and options of the row before
            held = row if row.rstrip().endswith("\\") else ""
            continue
        code = _COMMENT.split(row, maxsplit=1)[0].rstrip()
        held = code if code.endswith("\\") else ""
        code = code.rstrip("\\ ")
        if found := _INDEX.match(code):
            reading.see(Kind.INDEX, found.group(1), on_line(number, found.start(1), found.group(1)))
        elif other := _OTHER.match(code):
            reading.link(EdgeKind.CONFIG, other.group(1), number)
        elif editable := _EDITABLE.match(code):
            _see_at(editable.group(1), number, editable.start(1), reading)
        elif code.strip() and not code.strip().startswith(("-", ".", "/")):
            _see_at(code.strip(), number, len(code) - len(code.lstrip()), reading)


def _see_at(requirement: str, line: int, column: int, reading: Reading) -> None:
    requirement = _HASHES.split(requirement, maxsplit=1)[0]
    see_requirement(requirement, on_line(line, column, requirement), reading)


def see_requirement(text: str, span: Span, reading: Reading) -> None:
    """One PEP 508 requirement, or the address of a wheel or repository; not one for other systems alone."""
    if _ELSEWHERE.search(text.partition(";")[2][:_LONGEST_MARKER]):
        return
    if address := _ADDRESS.match(text):
        if name := _named_by(address.group()):
            reading.see(Kind.PACKAGE, name, span)
        reading.see(Kind.WHEEL, text, span)
    elif found := _NAME.match(text):
        _see_named(found, span, reading)


def _see_named(found: re.Match[str], span: Span, reading: Reading) -> None:
    name, rest = normalised(found.group(1)), found.group(3).strip()
    reading.see(Kind.PACKAGE, name, span)
    for extra in (found.group(2) or "").split(","):
        if extra.strip():
            reading.see(Kind.PACKAGE, f"{name}[{extra.strip().lower()}]", span)
    if pinned := _PIN.match(rest):
        reading.see(Kind.WHEEL, f"{name}=={pinned.group(1)}", span)
    elif rest.startswith("@"):
        reading.see(Kind.WHEEL, f"{name} {rest}", span)


def normalised(name: str) -> str:
    """The one form of a package's name (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _named_by(address: str) -> str:
    """The package of an address: as it says, by the file of a wheel, or by the name of a repository."""
    if egg := re.search(r"[#&]egg=([\w.-]+)", address):
        return normalised(egg.group(1))
    last = re.split(r"[#?]", address, maxsplit=1)[0].rstrip("/").rpartition("/")[2]
    if not address.startswith("git+"):
        return normalised(last.partition("-")[0]) if last.endswith((".whl", ".tar.gz")) else ""
    return normalised(re.sub(r"(?:\.git)?(?:@.*)?$", "", last))


def see_conda(text: str, span: Span, reading: Reading) -> None:
    """One package as conda writes it: `pytorch=2.4=py3.11_cuda12.1`, also `nvidia::cuda-toolkit`."""
    channel, _, spec = text.rpartition("::")
    if channel:
        reading.see(Kind.SETTING, f"channels={channel}", span)
    see_requirement(_CONDA_PIN.sub("==", spec.strip(), count=1), span, reading)
