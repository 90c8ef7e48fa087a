"""A decision that was not taken: what was marked and filled in, and why it was refused."""

from __future__ import annotations

from dataclasses import dataclass, field

from apps.coupling.findings.clashes import Clash
from apps.coupling.findings.forms import TriageForm

LIST, ONE = "list", "one"


@dataclass(frozen=True, slots=True)
class Draft:
    """What the form of the list, or that of the one open finding, held; empty before anybody sent any."""

    place: str = ""
    values: dict[str, str] = field(default_factory=dict)
    marked: frozenset[str] = frozenset()
    problem: str = ""
    clashes: tuple[Clash, ...] = ()
    clashing: int = 0

    @classmethod
    def of(cls, form: TriageForm, problem: str, clashes: tuple[Clash, ...] = (), clashing: int = 0) -> Draft:
        """Return what stood in a form that was refused."""
        names = ("status", "owner", "note", "reason", "until")
        return cls(
            place=ONE if form.data.get("place") == ONE else LIST,
            values={name: form.data.get(name, "") for name in names},
            marked=frozenset(form.marked),
            problem=problem,
            clashes=clashes,
            clashing=clashing,
        )

    @property
    def in_list(self) -> dict[str, str]:
        """Return the values for the form of the list."""
        return self.values if self.place == LIST else {}

    @property
    def in_one(self) -> dict[str, str]:
        """Return the values for the form of the open finding."""
        return self.values if self.place == ONE else {}

    @property
    def unseen(self) -> int:
        """How many clashes are not shown one by one."""
        return self.clashing - len(self.clashes)
