"""The one failure of an embedded server, with the next step in its message."""

from pathlib import Path

_KNOWN_CAUSES = {
    "No space left on device": "the disk is full; free some space",
    "Permission denied": "the folder is not writable; change its owner or set VAR_DIR to another folder",
    "Read-only file system": "the folder is read-only; set VAR_DIR to another folder",
    "could not look up effective user ID": "this user has no entry in /etc/passwd; add one",
    "incompatible with server": "the data was written by another major version; move the folder away",
}


class ServerFailed(Exception):
    """An embedded server could not be started."""


def explain(server: str, variable: str, output: str, log: Path) -> ServerFailed:
    """Return the error for a SERVER that printed OUTPUT: a known cause in words, else its last line."""
    cause = next((words for sign, words in _KNOWN_CAUSES.items() if sign in output), None)
    if cause is None:
        cause = (output.strip().splitlines() or ["no output"])[-1]
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
