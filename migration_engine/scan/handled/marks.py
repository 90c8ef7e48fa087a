"""Marks as handled what other files of the tree serve, each finding with the line that does."""

from __future__ import annotations

from collections.abc import Sequence

from migration_engine.model import Edge, Finding, RuleSet
from migration_engine.scan.handled.answers import with_answers
from migration_engine.scan.handled.automatic import with_automatic
from migration_engine.scan.handled.other_platforms import with_other_platforms
from migration_engine.scan.handled.twin_files import with_twins
from migration_engine.scan.one_file import FileScan


def with_handled(scans: Sequence[FileScan], edges: Sequence[Edge], ruleset: RuleSet) -> tuple[Finding, ...]:
    """The findings of all files, in order."""
    findings = [finding for scan in scans for finding in scan.findings]
    answered = with_answers(findings, scans, edges, ruleset)
    twinned = with_twins(answered, [scan.file.path for scan in scans])
    return with_automatic(with_other_platforms(twinned), scans, edges, ruleset)
