"""What the messages of other people's programs mean here, and what to do about it.

Standard library only: `make setup` reads this before anything is installed.
"""

from __future__ import annotations

import re

_ERROR = re.compile(r"\berror\b", re.IGNORECASE)

_KNOWN = (
    ("No space left on device", "the disk is full; free some space"),
    ("Disk quota exceeded", "the disk quota is used up; free some space"),
    ("Permission denied", "a folder is not writable; change its owner, or set VAR_DIR to another folder"),
    ("Read-only file system", "the folder is read-only; work on a writable copy, or set VAR_DIR elsewhere"),
    ("could not look up effective user ID", "this user has no entry in /etc/passwd; add one"),
    ("incompatible with server", "the data was written by another major version; move the folder away"),
    (
        "ensurepip is not",
        "this Python cannot make environments; install its venv package (apt install python3-venv)",
    ),
    (
        "No matching distribution found",
        "there is no wheel for this platform; use Linux x86_64 or aarch64 with glibc 2.28+ "
        "or macOS, and Python 3.11 to 3.13",
    ),
    (
        "do not match the hashes",
        "a downloaded package is not the one that was locked; check the package mirror",
    ),
    (
        "Name or service not known",
        "the package index cannot be reached; check the network and run this again",
    ),
    (
        "Temporary failure in name resolution",
        "the package index cannot be reached; check the network and run this again",
    ),
    ("ENOTFOUND", "the npm registry cannot be reached; check the network and run this again"),
    (
        "SELF_SIGNED_CERT_IN_CHAIN",
        "the network uses a certificate of its own; set NODE_EXTRA_CA_CERTS to its file",
    ),
    ("CERTIFICATE_VERIFY_FAILED", "the network uses a certificate of its own; set PIP_CERT to its file"),
    ("Connection refused", "a connection was refused; check the network or proxy and run this again"),
    ("gcc", "a package wants a compiler, which a wheel should spare; run with Python 3.11 to 3.13"),
)


def known_cause(output: str) -> str | None:
    """Return the cause and the next step that OUTPUT points to, or None."""
    return next((words for sign, words in _KNOWN if sign in output), None)


def last_line(output: str) -> str:
    """Return what a program said last, an error before anything else."""
    lines = [line.strip() for line in output.splitlines() if line.strip()] or ["it said nothing"]
    return next((line for line in reversed(lines) if _ERROR.search(line)), lines[-1])
