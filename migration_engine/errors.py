"""Every error that the engine raises on purpose; the message names the place and the next step."""

from __future__ import annotations

from migration_engine.text import Text


class EngineError(Exception):
    """Base of all expected failures. `code` is stable for programs, `text` is for people."""

    code = "engine_error"

    def __init__(self, text: Text, *, place: str = "") -> None:
        super().__init__(text.en)
        self.text = text
        self.place = place

    @property
    def message(self) -> str:
        """The English sentence: what the command line and logs say."""
        return self.text.en

    def told(self) -> Text:
        """The sentence behind its place, in both languages."""
        if not self.place:
            return self.text
        return Text(f"{self.place}: {self.text.en}", f"{self.place}：{self.text.zh}")

    def __str__(self) -> str:
        return self.told().en


class IntakeRefused(EngineError):
    """The source cannot be read safely: not an archive, broken, over a limit, unreachable."""

    code = "intake_refused"


class RuleInvalid(EngineError):
    """A rule file breaks the rule format; `place` is file:line."""

    code = "rule_invalid"


class DocumentInvalid(EngineError):
    """A scan document does not satisfy its published schema; `place` is a JSON pointer."""

    code = "document_invalid"


class ScenarioInvalid(EngineError):
    """A TCO scenario is incomplete, contradicts itself or has an unknown key; `place` is the key's path.

    `fault` is stable for programs (see `tco.refusals`); `against` are the key paths of the figures that the
    one at `place` contradicts or is needed by. What is missing for a verdict is no refusal: `Result.unknown`.
    """

    code = "scenario_invalid"

    def __init__(
        self, text: Text, *, place: str = "", fault: str = "malformed", against: tuple[str, ...] = ()
    ) -> None:
        super().__init__(text, place=place)
        self.fault = fault
        self.against = against


class TableUnknown(EngineError):
    """A table of a version was asked for that is not among those delivered."""

    code = "table_unknown"


class ChecklistInvalid(EngineError):
    """A checklist file breaks its format; `place` is file:line."""

    code = "checklist_invalid"


class SpecInvalid(EngineError):
    """A job spec or job result breaks the protocol, or its signature does not verify."""

    code = "spec_invalid"
