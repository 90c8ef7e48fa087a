"""The doctor's report for people, in the language of their terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from migration_engine.text import Text
from migration_node.doctor.check import Check, State

STATE_NAMES = {
    State.OK: Text("ok", "正常"),
    State.WARNING: Text("warning", "警告"),
    State.PROBLEM: Text("PROBLEM", "问题"),
}
NEXT = Text("next: ", "下一步：")


def report(checks: Sequence[Check], language: str) -> Iterator[str]:
    """A line for each check, its next step below it, a sum at the end."""
    for check in checks:
        state, title = (text.in_language(language) for text in (STATE_NAMES[check.state], check.title))
        colon = "：" if language == "zh" else ": "
        yield f"[{state}] {title}{colon}{check.found.in_language(language)}"
        if check.next_step:
            yield f"    {NEXT.in_language(language)}{check.next_step.in_language(language)}"
    yield _sum(checks).in_language(language)


def _sum(checks: Sequence[Check]) -> Text:
    problems, warnings = (
        sum(check.state is state for check in checks) for state in (State.PROBLEM, State.WARNING)
    )
    return Text(f"{problems} problems, {warnings} warnings", f"{problems} 个问题，{warnings} 个警告")
