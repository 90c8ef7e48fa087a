"""Has a file of rules tried outside the web process: its samples are strangers' texts for all parsers."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from apps.core.errors import ApplicationError
from apps.scans.services.apart import environment
from migration_engine.errors import RuleInvalid
from migration_engine.text import Text

LONGEST_S = 60
_FILE_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Tried:
    """The ids of the rules in a file whose samples all answered as they should, and how many samples."""

    rules: tuple[str, ...]
    samples: int


def tried(name: str, text: str) -> Tried:
    """Return what is in the file.

    Raises ApplicationError when the file breaks the format, a sample does not answer as it says, or the
    trial takes more than it may.
    """
    with tempfile.TemporaryDirectory(prefix="npu-migrate-rules-") as folder:
        rules = Path(folder) / "rules"
        rules.mkdir()
        (rules / name).write_text(text, "utf-8")
        answer = _asked(folder, str(rules))
    if "refused" in answer:
        en, zh, place = answer["refused"]
        raise ApplicationError.of(RuleInvalid(Text(en, zh), place=place))
    if answer["failures"]:
        told = "\n".join(_told(*failure) for failure in answer["failures"][:10])
        message = _("“%s”: not every sample answers as it says.") % name
        raise ApplicationError("rule_samples", f"{message}\n{told}")
    return Tried(tuple(answer["rules"]), answer["samples"])


def _asked(folder: str, rules: str) -> dict[str, Any]:
    bounds = {
        "cpu_seconds": max(1, int(LONGEST_S)),
        "memory_bytes": settings.SCAN_MEMORY_BYTES,
        "file_bytes": _FILE_BYTES,
    }
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "apps.scans.trial"],
            input=json.dumps({"folder": rules, "bounds": bounds}) + "\n",
            cwd=settings.BASE_DIR,
            env=environment(folder),
            capture_output=True,
            text=True,
            timeout=LONGEST_S,
            check=True,
        )
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        message = _("Trying the samples took more time or memory than it may. Make them smaller.")
        raise ApplicationError("rule_trial", message) from error
    answer: dict[str, Any] = json.loads(ended.stdout)
    return answer


def _told(rule: str, wanted: str, number: int, file: str) -> str:
    """Return which sample of which rule failed, and how to mend it."""
    where = {"rule": rule, "number": number, "file": file}
    if wanted == "hit":
        text = _("%(rule)s: hit sample %(number)d (%(file)s) has no finding. Mend the pattern or the sample.")
    else:
        text = _("%(rule)s: miss sample %(number)d (%(file)s) has a finding. Narrow the rule by “not”.")
    return text % where
