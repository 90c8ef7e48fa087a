"""Sending files in chunks: after any interruption the portal says from which byte to go on."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from migration_engine.protocol import NamedArtifact
from migration_engine.text import Text
from migration_node.delivery import Courier
from migration_node.errors import PortalRefused
from migration_node.outbox import File
from migration_node.portal import Lease, Portal, Received

log = logging.getLogger(__name__)
CHUNK = 1024 * 1024
MOST_SETBACKS = 5


@dataclass(frozen=True, slots=True)
class Uploads:
    """The files of one attempt, on their way."""

    portal: Portal
    lease: Lease
    courier: Courier
    folder: Path

    def send(self, files: tuple[File, ...]) -> Iterator[NamedArtifact]:
        """Send each file; one that the portal refuses is left out and named in the agent's log."""
        for file in files:
            try:
                yield self._file(file)
            except (PortalRefused, OSError) as error:
                log.error("the file %s was not handed in: %s", file.name, error)

    def _file(self, file: File) -> NamedArtifact:
        path = self.folder / file.name
        with path.open("rb") as stream:
            sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
        named = NamedArtifact(file.name, sha256, path.stat().st_size)
        standing = self.courier.bring(
            lambda: self.portal.announce(self.lease, named.name, named.size, named.sha256, file.media_type)
        )
        setbacks = 0
        while not standing.complete:
            following = self.courier.bring(lambda at=standing: self._chunk(path, at))  # type: ignore[misc]
            setbacks += following.received <= standing.received and not following.complete
            if setbacks > MOST_SETBACKS:
                raise PortalRefused(
                    Text(
                        f"the portal does not take the bytes from {standing.received} on",
                        f"门户不接受从第 {standing.received} 字节起的内容",
                    )
                )
            standing = following
        return named

    def _chunk(self, path: Path, standing: Received) -> Received:
        """Send what comes next. Where the portal is elsewhere, it says where: that is no failure."""
        with path.open("rb") as stream:
            stream.seek(standing.received)
            chunk = stream.read(CHUNK)
        try:
            return self.portal.send_chunk(self.lease, standing.artifact, standing.received, chunk)
        except PortalRefused as error:
            received = error.details.get("received")
            if not isinstance(received, int) or received < 0:
                raise
            return Received(standing.artifact, received, complete=False)
