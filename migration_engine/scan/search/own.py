"""Finds what the scanned tree offers for import itself: a tree is no dependency of itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from migration_engine.expression import expression
from migration_engine.model import FileRole, Rule, RuleSet
from migration_engine.rules.vocabulary import Sighting
from migration_engine.scan.roles import role_of

_PROJECT_FILES = frozenset({"pyproject.toml", "setup.py", "setup.cfg"})
_SOURCE_FOLDERS = ("", "src/", "python/", "lib/")
_NO_MODULES = frozenset({"setup", "conftest", "__init__", "__main__", "main", "app", "run"})
_END = expression(r"[.*?\[]")
_OUTSIDE = frozenset({Sighting.API, Sighting.IMPORT, Sighting.PACKAGE})


def own_roots(paths: Iterable[str]) -> frozenset[str]:
    """Packages and modules at the import roots of the projects in the tree, not of copies and tests in it."""
    ours = [path for path in paths if role_of(path, "python", b"") is FileRole.CODE]
    folders = {"", *(path.rpartition("/")[0] for path in ours if path.rpartition("/")[2] in _PROJECT_FILES)}
    roots = {f"{folder}/{below}".lstrip("/") for folder in folders for below in _SOURCE_FOLDERS}
    return frozenset(name for path in ours for name in _offered(path, roots))


def _offered(path: str, roots: set[str]) -> Iterator[str]:
    if path.endswith("/__init__.py"):
        folder, _, name = path.removesuffix("/__init__.py").rpartition("/")
        if (f"{folder}/" if folder else "") in roots:
            yield name
    elif path.endswith(".py"):
        folder, _, name = path.removesuffix(".py").rpartition("/")
        if (f"{folder}/" if folder else "") in roots and name not in _NO_MODULES:
            yield name


def named_by_rules(ruleset: RuleSet, roots: frozenset[str]) -> frozenset[str]:
    """Those of the roots that patterns of rules begin with."""
    if not roots:
        return roots
    return roots & {
        _root(pattern)
        for rule in ruleset.rules
        for kind in _OUTSIDE & rule.match.keys()
        for pattern in rule.match[kind]
    }


def without_own(ruleset: RuleSet, roots: frozenset[str]) -> RuleSet:
    """The rules without patterns for what the tree itself offers."""
    return (
        replace(ruleset, rules=tuple(_without(rule, roots) for rule in ruleset.rules)) if roots else ruleset
    )


def _without(rule: Rule, roots: frozenset[str]) -> Rule:
    kept = {
        kind: tuple(one for one in patterns if kind not in _OUTSIDE or _root(one) not in roots)
        for kind, patterns in rule.match.items()
    }
    return (
        rule
        if kept == rule.match
        else replace(rule, match={kind: all_ for kind, all_ in kept.items() if all_})
    )


def _root(pattern: str) -> str:
    """`flash_attn` of `flash_attn.ops.*` and of the package `flash-attn`."""
    return pattern[: found.start() if (found := _END.search(pattern)) else None].replace("-", "_")
