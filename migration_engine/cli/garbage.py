"""Looks for unused cycles far less often than Python does: a command makes few and soon ends."""

from __future__ import annotations

import gc

_OBJECTS, _YOUNG, _OLDER = 200_000, 10, 50

gc.set_threshold(_OBJECTS, _YOUNG, _OLDER)
