"""Version records that Ascend packages leave on disk: driver, firmware and MindIE."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

INSTALL_ROOT = Path("/usr/local/Ascend")
INSTALL_RECORD = Path("/etc/ascend_install.info")
DRIVER_PATH = re.compile(r"^\s*Driver_Install_Path_Param\s*=\s*(?P<path>/\S{1,200})\s*$", re.MULTILINE)
VERSION = re.compile(r"^\s*Version\s*=\s*(?P<version>[\w.+-]{1,60})\s*$", re.MULTILINE | re.IGNORECASE)
FIRMWARE_RANGE = re.compile(
    r"^\s*compatible_version_fw\s*=\s*(?P<range>\[[\d.]{1,20},[\d.]{1,20}\])", re.MULTILINE
)
MINDIE = re.compile(
    r"^\s*(?:Ascend-)?mindie\s*:\s*(?:MindIE\s+)?(?P<version>[\w.+-]{1,60})\s*$", re.MULTILINE
)
MOST_BYTES = 64 * 1024


def install_root(record: Path = INSTALL_RECORD) -> Path:
    """Where the driver was installed to, as its installer noted; the usual place without a note."""
    found = DRIVER_PATH.search(read(record))
    return Path(found["path"]) if found else INSTALL_ROOT


def driver_record(root: Path = INSTALL_ROOT) -> str:
    """The driver's version file, for machines whose driver tool cannot be run."""
    return _first(VERSION, root / "driver/version.info")


def firmware_record(root: Path = INSTALL_ROOT) -> str:
    """The firmware that was installed last; it counts after a restart of the machine."""
    return _first(VERSION, root / "firmware/version.info")


def firmware_range(root: Path = INSTALL_ROOT) -> str:
    """The firmware versions that the installed driver accepts, as in `[7.0.0,7.7.99]`."""
    return _first(FIRMWARE_RANGE, root / "driver/version.info")


def mindie_record(root: Path = INSTALL_ROOT, environment: Mapping[str, str] | None = None) -> str:
    """The version of MindIE, from its own home where the environment names one."""
    home = (environment or {}).get("MINDIE_LLM_HOME_PATH")
    places = [*([Path(home).parent / "version.info"] if home else []), root / "mindie/latest/version.info"]
    return next((version for place in places if (version := _first(MINDIE, place))), "")


def read(file: Path) -> str:
    """The beginning of a text file; nothing when it is not there or may not be read."""
    try:
        with file.open("rb") as stream:
            return stream.read(MOST_BYTES).decode("utf-8", errors="replace")
    except OSError:
        return ""


def _first(pattern: re.Pattern[str], file: Path) -> str:
    found = pattern.search(read(file))
    return found[1] if found else ""
