"""The one failure of an embedded server, with the next step in its message."""

from pathlib import Path

from migration_portal.causes import known_cause, last_line


class ServerFailed(Exception):
    """An embedded server could not be started."""


def explain(server: str, variable: str, output: str, log: Path) -> ServerFailed:
    """Return the error for a SERVER that printed OUTPUT: a known cause in words, else its last line."""
    cause = known_cause(output) or last_line(output)
    return ServerFailed(
        f"The embedded {server} did not start: {cause}. Its log is {log}. "
        f"To use a server of your own, set {variable}."
    )


def read_tail(path: Path, size: int = 4000) -> str:
    """Return the end of a log file, or nothing when it cannot be read."""
    try:
        return path.read_bytes()[-size:].decode(errors="replace")
    except OSError:
        return ""
