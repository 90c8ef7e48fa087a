"""Looks for no cycles: a command makes few and soon ends, and each look goes through all that it holds."""

from __future__ import annotations

import gc

gc.disable()
