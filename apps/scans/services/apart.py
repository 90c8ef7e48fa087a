"""What a process that reads strangers' texts may know of this machine."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping


def environment(folder: str, more: Collection[str] = ()) -> Mapping[str, str]:
    """Return none of the portal's own; files that it leaves when it is killed go with the folder."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", *more) if name in os.environ}
    return kept | {"TMPDIR": folder, "HOME": folder, "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
