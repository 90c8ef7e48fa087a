"""Joins what a tree declares with what it imports: packages that stand on one side alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from migration_engine.expression import expression
from migration_engine.model import (
    EdgeKind,
    FileRole,
    Finding,
    FindingStatus,
    LooseEnd,
    LoosePackage,
    Rule,
    RuleKind,
    RuleSet,
)
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.links.module_names import is_one_build, module_of
from migration_engine.scan.one_file import FileScan
from migration_engine.scan.readers.requirements import normalised

_LIST = expression(r"(?:^|/)(?:pyproject\.toml|setup\.py|setup\.cfg|Pipfile|environment[^/]*\.ya?ml)$")
_NAME = expression(r"([A-Za-z0-9][\w.-]*)(?:\[|==| @ |$)")
_ASIDE = frozenset({FindingStatus.DOC, FindingStatus.VENDORED})
_USES = frozenset({FileRole.CODE, FileRole.TEST, FileRole.CI})


def loose_packages(
    scans: Sequence[FileScan],
    findings: Sequence[Finding],
    imports: Mapping[str, tuple[str, ...]],
    ruleset: RuleSet,
) -> tuple[LoosePackage, ...]:
    """Packages that rules know, on the one side on which they stand; nothing of a tree that declares nothing.

    `imports` holds for each path the modules from outside the tree. What a lock file alone names, nobody
    declares.
    """
    lists = {scan.file.path for scan in scans if _is_list(scan)}
    if not lists:
        return ()
    declared = [one for one in _named(findings, ruleset) if one.path in lists or _installs(one.path)]
    given = {module_of(one.name) for one in declared}
    wanted = _modules(ruleset) - given
    used = {""} | {
        name for scan in scans if scan.file.role in _USES for name in imports.get(scan.file.path, ())
    }
    dropped = [one for one in declared if one.path in lists and module_of(one.name) not in used]
    hidden = [
        one for scan in scans for one in _imported(scan, wanted.intersection(imports.get(scan.file.path, ())))
    ]
    return tuple(sorted({*dropped, *hidden}, key=lambda one: (one.end, one.name, one.path, one.line)))


def _is_list(scan: FileScan) -> bool:
    return scan.file.language == "requirements" or bool(_LIST.search(scan.file.path))


def _installs(path: str) -> bool:
    """Commands install; what is named in code is used there."""
    return not path.endswith((".py", ".ipynb"))


def _named(findings: Sequence[Finding], ruleset: RuleSet) -> Iterator[LoosePackage]:
    rules = {one.id for one in ruleset.rules if {Kind.PACKAGE, Kind.WHEEL} & one.match.keys() and _binds(one)}
    for finding in findings:
        found = _NAME.match(finding.symbol) if finding.rule in rules else None
        if found and finding.status not in _ASIDE:
            yield LoosePackage(normalised(found.group(1)), LooseEnd.DECLARED, finding.path, finding.span.line)


def _modules(ruleset: RuleSet) -> set[str]:
    """Modules that only packages with a rule bring."""
    names = {name for one in ruleset.rules if _binds(one) for name in one.match.get(Kind.PACKAGE, ())}
    return {module for name in names if not is_one_build(name) and (module := module_of(name))}


def _binds(rule: Rule) -> bool:
    return rule.kind is RuleKind.COUPLING


def _imported(scan: FileScan, modules: set[str]) -> Iterator[LoosePackage]:
    """The first import of each of the modules in a file that ships."""
    if scan.file.role is not FileRole.CODE or scan.file.language != "python":
        return
    first: dict[str, int] = {}
    for link in scan.links:
        name = link.target.partition(".")[0]
        if link.kind is EdgeKind.IMPORT and name in modules:
            first[name] = min(link.line, first.get(name, link.line))
    for name, line in first.items():
        yield LoosePackage(name, LooseEnd.IMPORTED, scan.file.path, line)
