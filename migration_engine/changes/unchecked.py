"""What a newer scan did not look for again: its silence about that says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from migration_engine.model import Coverage, TreeScan

DID_NOT_RUN = "the rule did not run"
MAY_NOT_HAVE_RUN = "the scan does not say whether the rule ran"


@dataclass(frozen=True, slots=True)
class Unchecked:
    """Rules and paths with the reason. `ran` is None where every rule of the older scan ran again."""

    rules: Mapping[str, str]
    paths: Mapping[str, str]
    ran: frozenset[str] | None
    else_why: str

    @classmethod
    def between(cls, old: TreeScan, new: TreeScan) -> Unchecked:
        """What `new` did not check of what `old` did."""
        hit = frozenset(rule.id for rule in new.ruleset.rules)
        same = old.ruleset.version == new.ruleset.version
        return cls.of(old.coverage, new.coverage, hit, same_rules=same)

    @classmethod
    def of(cls, old: Coverage, new: Coverage, hit: frozenset[str], *, same_rules: bool) -> Unchecked:
        """The same from the coverage of both and the rules that hit in the newer one."""
        paths = {one.path: one.reason for one in new.skipped}
        paths |= dict(one.split(": ", 1) for one in set(new.truncated) - set(old.truncated))
        failed = {failure.id: failure.error for failure in new.rules_failed}
        if new.rules:
            return cls(failed, paths, frozenset(new.rules), DID_NOT_RUN)
        return cls(failed, paths, None if same_rules else hit, MAY_NOT_HAVE_RUN)

    def why(self, rule: str, path: str) -> str:
        """Why a finding of that rule in that file was not looked for again; empty when it was."""
        known = self.rules.get(rule) or self.paths.get(path)
        if known:
            return known
        return "" if self.ran is None or rule in self.ran else self.else_why
