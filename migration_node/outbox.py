"""What an attempt came to, on disk until the portal has it: a restart sends it again."""

from __future__ import annotations

import json
import logging
import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from migration_engine.aside import written_aside
from migration_engine.protocol import Json
from migration_node.portal import Lease

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class File:
    """A file of an attempt; it lies in the folder of its parcel under its own name."""

    name: str
    media_type: str


@dataclass(frozen=True, slots=True)
class Parcel:
    """Either a result document with its files, or a reason to give the attempt back without one."""

    lease: Lease
    document: Mapping[str, Json] | None = None
    files: tuple[File, ...] = ()
    reason: str = ""
    detail: str = ""
    ended: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Outbox:
    """A folder with one file a parcel, named by its attempt, and a folder for its files."""

    folder: Path

    def folder_of(self, attempt: str) -> Path:
        """Where the files of a parcel lie."""
        return self.folder / f"{attempt}.files"

    def put(self, parcel: Parcel) -> None:
        """Keep a parcel. A full disk costs only the safety of a restart: it is said, and work goes on."""
        try:
            with written_aside(self._file(parcel.lease.attempt)) as file:
                file.write(json.dumps(asdict(parcel)).encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            log.error("the result could not be kept on disk, a restart now would lose it: %s", error)

    def parcels(self) -> Iterator[Parcel]:
        """What is still to be handed in; what cannot be read is set aside by name."""
        for file in sorted(self.folder.glob("*.json")):
            try:
                yield _parcel(json.loads(file.read_text(encoding="utf-8")))
            except (OSError, ValueError, TypeError, KeyError) as error:
                log.error("%s cannot be read and is set aside: %s", file, error)
                file.rename(file.with_suffix(".damaged"))

    def drop(self, parcel: Parcel) -> None:
        """Forget a parcel that the portal has answered for good."""
        self._file(parcel.lease.attempt).unlink(missing_ok=True)
        shutil.rmtree(self.folder_of(parcel.lease.attempt), ignore_errors=True)

    def _file(self, attempt: str) -> Path:
        return self.folder / f"{attempt}.json"


def _parcel(fields: dict[str, Any]) -> Parcel:
    files = tuple(File(**file) for file in fields.pop("files"))
    return Parcel(lease=Lease(**fields.pop("lease")), files=files, **fields)
