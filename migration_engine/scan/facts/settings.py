"""Finds the constants that a file gives for the properties of a model."""

from __future__ import annotations

import re
from collections.abc import Iterator

from migration_engine.expression import expression
from migration_engine.model import Confidence, FactKind, FileRole, ModelFact
from migration_engine.scan.facts.names import BY_NAME, COMMON, value_of
from migration_engine.scan.facts.stems import rows_with_a_stem
from migration_engine.scan.readers.notebook_cells import notebook_in
from migration_engine.scan.readers.python.tolerant import code_rows
from migration_engine.scan.secrets.redact import redacted
from migration_engine.scan.text import Lines, decoded

_READ = frozenset(
    {
        *("python", "notebook", "shell", "dockerfile", "compose", "kubernetes", "helm", "ci", "yaml", "json"),
        *("toml", "dotenv", "ini", "make"),
    }
)
_ROLES = frozenset({FileRole.CODE, FileRole.CI})

_VALUE = r"(?P<value>[\"']?[\w./][\w./+-]*[\"']?|\$\{\w+:-[\w./-]+\})"
_OPTION = re.compile(
    r"(?<![\w-])--?(?P<name>[A-Za-z][\w-]*)(?:[=\s]\s*|[\"'],(?P<default>.{0,80}?)\bdefault\s*=\s*)" + _VALUE
)
_SETTING = expression(
    r"(?<![\w.-])(?P<name>[A-Za-z_]\w*(?:-\w+)*)[\"']?\s*"
    r"(?:(?P<annotated>:\s*[\w\[\]., |]+?)?\s*=(?!=)\s*|:\s+)" + _VALUE
)
_SHELL_DEFAULT = expression(r"\$\{\w+:-([\w./-]+)\}")
_COMPILED = expression(r"\bcompile\s*\(|\bmark_dynamic\s*\(")
_LOADED = expression(r"from_pretrained\s*\(\s*[\"']([\w.-]+(?:/[\w.-]+)*)[\"']")
_SERVES = expression(r"\b(?:vllm|sglang|lmdeploy|swift)\s+serve\s+(?:api_server\s+)?([\w.-]+(?:/[\w.-]+)+)")
_MODELS_ROW = expression(
    r"from_pretrained|\bLLM\(|EngineArgs|\bautocast\(|serve\b|api_server|AutoModel|launch_server"
)
_CAST = expression(
    r"\bmodel\w*\.(half|bfloat16)\(\)|\bmodel\w*\.to\([^)]*\btorch\.(bfloat16|float16|half)\b"
    r"|set_default_dtype\(torch\.(\w+)\)"
)
_LONG = 300
_SHORT_NAMES = ("tp=", "tp:", "tp ", 'tp"', "tp'")  # `tp` itself stands in `https`
_LONG_NAMES = tuple(name for name in BY_NAME if name != "tp")
_CALLED_SO = expression(r"[/\d-]")  # org/name, gpt-4o: what names a model, and hardly anything else
_PROGRAMS = frozenset({"python", "notebook"})
_CONFIGS = frozenset({"yaml", "json", "toml", "compose", "kubernetes", "helm", "dotenv", "ini"})


def settings_in(path: str, language: str, role: FileRole, data: bytes) -> tuple[ModelFact, ...]:
    """Each constant with its line, without those of tests, documents and third-party code."""
    if language not in _READ or role not in _ROLES:
        return ()
    found = tuple(_facts(path, language, data))
    if not found or language != "python":
        return found
    code = {number for number, _ in code_rows(Lines(decoded(data)))}
    return tuple(fact for fact in found if fact.line in code)


def _facts(path: str, language: str, data: bytes) -> Iterator[ModelFact]:
    for number, row in _code(language, data):
        told = dict.fromkeys(_in_row(row, language))
        yield from (ModelFact(kind, redacted(value), path, number, sure) for kind, value, sure in told)


def _code(language: str, data: bytes) -> Iterator[tuple[int, str]]:
    """The rows that may give a value; of a notebook those of its cells, at their lines of the file."""
    rows = rows_with_a_stem(data)
    if language != "notebook":
        yield from rows
        return
    wanted = {number for number, _ in rows}
    try:
        cells = notebook_in(decoded(data)).cells if wanted else ()
    except (ValueError, RecursionError):
        return  # the reader of notebooks says so
    yield from ((row.line, row.text) for cell in cells for row in cell if row.line in wanted)


def _in_row(row: str, language: str) -> Iterator[tuple[FactKind, str, Confidence]]:
    if row.lstrip().startswith(("#", "//", ">>>")):
        return
    row = row.partition(" #")[0]
    yield from _called(row)
    if len(row) > _LONG and not _may_name(row):
        return
    for pattern in (_OPTION, _SETTING) if "-" in row else (_SETTING,):
        for found in pattern.finditer(row):
            name = found.group("name").replace("-", "_").lower()
            kind = BY_NAME.get(name)
            if kind and _speaks_of_a_model(found, name, row, language):
                yield from _valued(kind, name, found, language)


def _may_name(row: str) -> bool:
    """Prose is passed over without a look at each of its words."""
    plain = row.lower().replace("-", "_")
    for name in (*_SHORT_NAMES, *_LONG_NAMES):  # noqa: SIM110 (generators cost more than the search)
        if name in plain:
            return True
    return False


def _called(row: str) -> Iterator[tuple[FactKind, str, Confidence]]:
    """What a call or a command says without a name for it."""
    for word, pattern in (("from_pretrained", _LOADED), ("serve", _SERVES)):
        for found in pattern.finditer(row) if word in row else ():
            yield FactKind.SERVED_MODEL, found.group(1), Confidence.CERTAIN
    if "mark_dynamic(" in row:
        yield FactKind.DYNAMIC_SHAPES, "dimensions marked as dynamic", Confidence.CERTAIN
    for found in _CAST.finditer(row) if "model" in row or "set_default_dtype" in row else ():
        if value := value_of(FactKind.DTYPE, "dtype", next(filter(None, found.groups()))):
            yield FactKind.DTYPE, value, Confidence.LIKELY


def _speaks_of_a_model(found: re.Match[str], name: str, row: str, language: str) -> bool:
    """A word with many meanings counts where its row, a command line or a configuration gives it this one."""
    program, given = language in _PROGRAMS, found.group("value")
    if found.re is _OPTION:
        return not program or found.group("default") is not None and _constant(given, BY_NAME[name])
    if not program:
        return name not in COMMON or language in _CONFIGS and name == "dtype" or _in_a_call(row)
    if not _constant(given, BY_NAME[name]):
        return False
    if name == "dynamic":
        return bool(_COMPILED.search(row))
    if name == "pad_to_multiple_of" and "resize_token_embeddings" in row:
        return False  # of a vocabulary, not of sequences
    if name not in COMMON or name == "padding":
        return True
    if given[0] in "\"'" and (name == "dtype" or _CALLED_SO.search(given)):
        return True
    return name != "model" and _in_a_call(row)


def _in_a_call(row: str) -> bool:
    return bool(_MODELS_ROW.search(row))


def _constant(given: str, kind: FactKind) -> bool:
    """In a program a bare word is a variable, unless it is a number, a dtype or True."""
    if given[0] in "\"'":
        return given[-1] == given[0]
    return kind is FactKind.DTYPE or given in ("True", "False") or given[0].isdigit()


def _valued(
    kind: FactKind, name: str, found: re.Match[str], language: str
) -> Iterator[tuple[FactKind, str, Confidence]]:
    given, groups = found.group("value"), found.groupdict()
    default = _SHELL_DEFAULT.fullmatch(given)
    value = value_of(kind, name, default.group(1) if default else given)
    if not value:
        return
    defaulted = default or groups.get("default") is not None or groups.get("annotated")
    yield kind, value, Confidence.LIKELY if defaulted or name in COMMON else Confidence.CERTAIN
