"""What validation refuses, as nodes and people are told."""

from __future__ import annotations

from apps.core.errors import ApplicationError


class Fenced(ApplicationError):
    """A node wrote under an attempt that is not, or no longer, its own."""

    def __init__(self) -> None:
        super().__init__(
            "attempt_over", "This attempt is over or is not yours. Stop and discard.", status=409
        )
