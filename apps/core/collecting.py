"""Work that makes a million objects at once is not looked through for garbage while it makes them."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collecting() -> Iterator[None]:
    """Leave circles of objects for later: nearly all that is made here stays in use, and looking costs more.

    Objects that nobody refers to go at once all the same.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
