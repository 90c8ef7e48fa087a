"""Two transactions, interleaved: the second begins when the first has sent a certain statement."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from django.db import connection

Act = Callable[[], Any]
BLOCKED = """
SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
"""


def interleaved(first: Act, *, after: str, second: Act) -> list[Exception]:
    """Run FIRST, and SECOND in between, as soon as a statement with AFTER in it was answered.

    FIRST goes on when SECOND is done or waits for a lock. Return what the two raised.
    """
    sent, go_on, failed = threading.Event(), threading.Event(), []

    def pausing(execute: Callable[..., Any], statement: str, *rest: Any) -> Any:
        answer = execute(statement, *rest)
        if after in statement and not sent.is_set():
            sent.set()
            assert go_on.wait(60)
        return answer

    def run(act: Act, *hooks: Any) -> None:
        try:
            if hooks:
                with connection.execute_wrapper(hooks[0]):
                    act()
            else:
                act()
        except Exception as error:  # noqa: BLE001 - the test judges it
            failed.append(error)
        finally:
            sent.set()
            connection.close()

    one = threading.Thread(target=run, args=(first, pausing))
    two = threading.Thread(target=run, args=(second,))
    one.start()
    assert sent.wait(60)
    two.start()
    _wait_until(lambda: not two.is_alive() or _is_blocked())
    go_on.set()
    one.join(60)
    two.join(60)
    assert not (one.is_alive() or two.is_alive())
    return failed


def _is_blocked() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(BLOCKED)
        return bool(cursor.fetchone()[0])


def _wait_until(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.02)
