"""The people of the tests with two scans: the example application, and one that means harm."""

from __future__ import annotations

from dataclasses import dataclass

from apps.scans.models import Scan
from tests import factory
from tests.apps.scans.sources import EXAMPLES, scanned, zipped
from tests.cast import Cast, gather

HARM = "<img src=x onerror=alert(1)>"
STRONG = "import torch\n\n\ndef forward(batch):\n    torch.cuda.synchronize()\n    return batch\n"
CARDS_OF_A_FULL_LANE = 18


@dataclass(frozen=True, slots=True)
class World:
    """Scan 1 of the cast's project is the example application; scan 1 of Charlie's is the hostile one."""

    cast: Cast
    scan: Scan
    hostile: Scan


def make_world() -> World:
    """Return the world, stored in the database and under MEDIA_ROOT."""
    cast = gather()
    return World(cast, scanned(cast.project, _example()), scanned(cast.charlies_project, _hostile()))


def wide(world: World) -> Scan:
    """Return a scan whose runtime lane holds more components than cards."""
    project = factory.project("Wide", architect=world.cast.alice)
    folders = range(CARDS_OF_A_FULL_LANE + 6)
    return scanned(project, zipped({f"runtime{n}/kernel{i}.py": STRONG for n in folders for i in range(3)}))


def _example() -> bytes:
    files = (path for path in sorted(EXAMPLES.rglob("*")) if path.is_file())
    return zipped({str(path.relative_to(EXAMPLES)): path.read_text("utf-8") for path in files})


def _hostile() -> bytes:
    code = f"import torch\n\ntorch.cuda.synchronize()  # </code><script>alert(2)</script>{HARM}\n"
    return zipped({f"{HARM}/{HARM}.py": code, f"{HARM}/b.py": code, f"{HARM}/c.py": code})
