"""What lies beside each file along the edges of a graph, in two columns of numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.integer]


@dataclass(frozen=True, slots=True)
class Beside:
    """The neighbours of file n are `ends[begin[n]:begin[n + 1]]`."""

    begin: Numbers
    ends: Numbers

    @classmethod
    def of(cls, starts: Numbers, ends: Numbers, files: int) -> Self:
        """Sort the edges from STARTS to ENDS by the FILES that they start from."""
        order = np.argsort(starts, kind="stable")
        begin = np.searchsorted(starts[order], np.arange(files + 1))
        return cls(begin, ends[order].astype(np.int64))

    def pairs(self, files: Numbers) -> tuple[Numbers, Numbers]:
        """Return each edge from one of the FILES: where it starts, and where it ends."""
        first, counts = self.begin[files], self.begin[files + 1] - self.begin[files]
        before = np.cumsum(counts) - counts
        places = np.repeat(first - before, counts) + np.arange(counts.sum())
        return np.repeat(files, counts), self.ends[places]
