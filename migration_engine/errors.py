"""Every error that the engine raises on purpose; the message names the place and the next step."""


class EngineError(Exception):
    """Base of all expected failures. `code` is stable for programs, the message is for people."""

    code = "engine_error"

    def __init__(self, message: str, *, place: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.place = place

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


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
    """A TCO scenario is incomplete or has an unknown key; `place` is the key's path."""

    code = "scenario_invalid"


class ChecklistInvalid(EngineError):
    """A checklist file breaks its format; `place` is file:line."""

    code = "checklist_invalid"


class SpecInvalid(EngineError):
    """A job spec or job result breaks the protocol, or its signature does not verify."""

    code = "spec_invalid"
