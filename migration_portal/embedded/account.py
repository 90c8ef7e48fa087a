"""PostgreSQL refuses to run as root, so root hands it to an account without rights.

No folder's mode is widened for it: where a parent folder is closed to others, the server gets the one
capability that lets it pass, and nothing else.
"""

import os
import pwd
import stat
from pathlib import Path

ACCOUNT = "nobody"


def command_prefix(*paths: Path) -> list[str]:
    """Return the words to put before a command that works on PATHS: none unless this process is root."""
    if os.geteuid() != 0:
        return []
    entry = pwd.getpwnam(ACCOUNT)
    prefix = ["setpriv", f"--reuid={entry.pw_uid}", f"--regid={entry.pw_gid}", "--clear-groups"]
    # Without the first bit access(2), with which PostgreSQL looks for its programs, ignores capabilities.
    if not all(_open_to_others(path) for path in paths):
        prefix += [
            "--securebits=+no_setuid_fixup",
            "--inh-caps=+dac_override",
            "--ambient-caps=+dac_override",
        ]
    return prefix


def own_folder(path: Path) -> None:
    """Create PATH for the server's account alone; only this last folder changes owner and mode."""
    path.mkdir(parents=True, exist_ok=True)
    if os.geteuid() == 0:
        entry = pwd.getpwnam(ACCOUNT)
        os.chown(path, entry.pw_uid, entry.pw_gid)
    path.chmod(0o700)


def _open_to_others(path: Path) -> bool:
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in path.absolute().parents)
