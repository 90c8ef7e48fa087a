"""The process that does one job: `python -m migration_node.child`, started by the agent only.

Reads an order from standard input, writes events as JSON lines to the descriptor in NODE_EVENTS_FD;
whatever libraries print goes to the job's log. It ends itself when the agent is gone.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import TextIO

from migration_engine.errors import EngineError
from migration_engine.protocol import DeviceKind, JobSpec, Json, Outcome, Verdict, result_document, spec_from
from migration_engine.text import Text
from migration_node.errors import AskedToEnd, NodeError
from migration_node.kinds.context import Context
from migration_node.kinds.registry import doer_of
from migration_node.runners.base import describe_stack

AGENT_GONE = 70


@dataclass(frozen=True, slots=True)
class Events:
    """The way back to the agent."""

    stream: TextIO

    def send(self, event: Mapping[str, Json]) -> None:
        """One line at once: the agent shows progress while we work."""
        self.stream.write(json.dumps(event) + "\n")
        self.stream.flush()

    def progress(self, step: str, done: int, total: int) -> None:
        """How far the job is."""
        self.send({"progress": {"step": step, "done": done, "total": total}})

    def attach(self, name: str, media_type: str, content: str) -> None:
        """A file that goes with the result."""
        (Path("files") / name).write_text(content, encoding="utf-8")
        self.send({"file": {"name": name, "media_type": media_type}})

    def log(self, line: str) -> None:
        """A line for people."""
        self.send({"log": line})


def main() -> None:
    """Do the ordered job and send its result document."""
    order = json.loads(sys.stdin.readline())
    signal.signal(signal.SIGTERM, _asked_to_end)
    threading.Thread(target=_end_with_the_agent, daemon=True).start()
    with os.fdopen(int(os.environ["NODE_EVENTS_FD"]), "w", encoding="utf-8") as stream:
        events = Events(stream)
        started, clock = datetime.now(UTC).isoformat(timespec="seconds"), time.monotonic()
        spec = spec_from(order["spec"])
        outcome = _outcome(spec, DeviceKind(order["device_kind"]), events)
        duration = time.monotonic() - clock
        events.send({"result": result_document(spec, outcome, started_at=started, duration_s=duration)})


def _outcome(spec: JobSpec, device_kind: DeviceKind, events: Events) -> Outcome:
    try:
        context = Context(spec.parameters, device_kind, events.progress, events.log, events.attach)
        return doer_of(spec.kind)(context)
    except (AskedToEnd, NodeError, EngineError) as error:
        return _errored(device_kind, str(error))
    except Exception as error:  # noqa: BLE001 - whatever a job does, the agent must get an answer
        traceback.print_exc()
        return _errored(device_kind, f"{type(error).__name__}: {error}"[:4000])


def _errored(device_kind: DeviceKind, error: str) -> Outcome:
    return Outcome(
        verdict=Verdict.ERRORED,
        summary=Text("The job ended with an error; nothing was concluded.", "作业出错，未得出结论。"),
        data={},
        measured_on=describe_stack(device_kind, str(device_kind)),
        error=error,
    )


def _asked_to_end(_number: int, _frame: FrameType | None) -> None:
    """Once: what follows may be killed, but is not interrupted while it says what it came to."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise AskedToEnd("the job was asked to end: its soft limit, a cancellation, or a node that goes away")


def _end_with_the_agent() -> None:
    """The agent keeps our standard input open as long as it lives, even if it is killed."""
    sys.stdin.read()
    os._exit(AGENT_GONE)


if __name__ == "__main__":
    main()
