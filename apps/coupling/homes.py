"""Which components of a map hold each file of its scan: searched in memory, kept for the last few maps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from apps.coupling.kept import Key, components_as, key_of
from apps.coupling.models import MapComponent, MapSnapshot
from apps.scans.models import SourceFile


def holding_files(snapshot: MapSnapshot, text: str) -> set[str]:
    """Return the keys of the components with a file whose path holds TEXT, in whatever case."""
    wanted = text.casefold()
    return {key for path, keys in _homes(key_of(snapshot)) if wanted in path for key in keys}


@lru_cache(maxsize=4)
def _homes(key: Key) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The path of each file without upper case, and the components that hold it."""
    components = components_as(key)
    made = tuple(one for one in components if one.holds)
    plain = {one.key: (one.key,) for one in components if not one.holds}
    rows = SourceFile.objects.filter(scan__map=key[0]).values_list("path", "component__key")
    return tuple(
        (path.casefold(), tuple(_made_of(path, home, made)) or plain.get(home, ())) for path, home in rows
    )


def _made_of(path: str, home: str, made: tuple[MapComponent, ...]) -> Iterator[str]:
    """Those of the made-up components that hold the file."""
    for one in made:
        has_whole = home in one.holds["components"] and path not in one.holds["without"]
        if has_whole or path in one.holds["paths"]:
            yield one.key
