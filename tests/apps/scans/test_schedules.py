"""Repositories are scanned again at their times: by the clock of their zone, never two at once."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from apps.core.models import AuditEntry
from apps.scans.models import Scan, Schedule, ScheduleToken
from apps.scans.services import remove_schedule, rescan_due, switch_schedule
from apps.scans.services.schedules import next_time
from apps.scans.services.tokens import token_of, token_of_schedule
from tests import factory
from tests.cast import Cast, client_of

pytestmark = pytest.mark.django_db


def at(text: str, zone: str = "UTC") -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))


@pytest.fixture
def schedule(cast: Cast) -> Schedule:
    made = factory.schedule(cast.project)
    Schedule.objects.filter(pk=made.pk).update(next_at=at("2026-12-01T03:00", "Asia/Shanghai"))
    made.refresh_from_db()
    return made


@pytest.mark.parametrize(
    ("fields", "after", "then"),
    [
        ({"every": "day", "hour": 3}, "2026-12-01T02:59", "2026-12-01T03:00"),
        ({"every": "day", "hour": 3}, "2026-12-01T03:00", "2026-12-02T03:00"),
        ({"every": "week", "hour": 3, "weekday": 0}, "2026-12-01T12:00", "2026-12-07T03:00"),
        ({"every": "week", "hour": 3, "weekday": 1}, "2026-12-01T02:00", "2026-12-01T03:00"),
        ({"every": "week", "hour": 3, "weekday": 1}, "2026-12-01T04:00", "2026-12-08T03:00"),
    ],
)
def test_the_next_time_is_by_the_clock_of_the_zone(fields: dict[str, object], after: str, then: str) -> None:
    schedule = Schedule(time_zone="Asia/Shanghai", **fields)

    assert next_time(schedule, at(after, "Asia/Shanghai")) == at(then, "Asia/Shanghai")


def test_three_o_clock_stays_three_o_clock_when_the_clocks_change() -> None:
    schedule = Schedule(time_zone="Europe/Berlin", every="day", hour=3)
    before = at("2026-10-24T12:00", "Europe/Berlin")

    assert next_time(schedule, before).isoformat() == "2026-10-25T03:00:00+01:00"


def test_what_is_due_is_scanned_once_and_waits_for_its_next_time(schedule: Schedule) -> None:
    now = at("2026-12-01T03:01", "Asia/Shanghai")

    assert (rescan_due(now), rescan_due(now)) == (1, 0)
    scan = Scan.objects.get()
    assert (scan.git_url, scan.requested_by) == (schedule.git_url, "schedule")
    schedule.refresh_from_db()
    assert schedule.next_at == at("2026-12-02T03:00", "Asia/Shanghai")
    assert (schedule.last_scan, schedule.last_outcome, schedule.missed) == (scan, "started", 0)


def test_times_that_were_missed_are_made_up_once_and_said(schedule: Schedule) -> None:
    assert rescan_due(at("2026-12-04T10:00", "Asia/Shanghai")) == 1

    schedule.refresh_from_db()
    assert (schedule.missed, Scan.objects.count()) == (3, 1)


def test_a_scan_that_still_runs_is_not_started_a_second_time(schedule: Schedule) -> None:
    rescan_due(at("2026-12-01T03:01", "Asia/Shanghai"))

    assert rescan_due(at("2026-12-02T03:01", "Asia/Shanghai")) == 0
    schedule.refresh_from_db()
    assert (schedule.last_outcome, Scan.objects.count()) == ("busy", 1)


def test_switched_off_it_does_nothing(schedule: Schedule) -> None:
    switch_schedule(actor="alice", schedule=schedule, on=False)

    assert rescan_due(at("2027-12-01T03:01")) == 0


TOKEN = "ghp_" + "secretsecret" * 3


def add_private(cast: Cast) -> Schedule:
    form = {"url": "https://code.example.org/o/private.git", "token": TOKEN, "every": "day"}
    address = reverse("scans:schedule-add", args=[cast.project.slug])
    answer = client_of(cast.alice).post(
        address, form | {"weekday": "0", "hour": "3", "time_zone": "UTC"}, follow=True
    )
    assert answer.status_code == 200 and "with a token" in answer.content.decode()
    return Schedule.objects.get()


def test_the_token_of_a_private_repository_is_sealed_and_shown_to_nobody(cast: Cast) -> None:
    schedule = add_private(cast)

    assert TOKEN.encode() not in bytes(ScheduleToken.objects.get().sealed)
    assert token_of_schedule(schedule) == TOKEN
    for person in (cast.alice, cast.vic):
        page = client_of(person).get(reverse("scans:schedules", args=[cast.project.slug]))
        assert TOKEN not in page.content.decode()
    assert not [entry for entry in AuditEntry.objects.all() if TOKEN in f"{entry.target}{entry.detail}"]


def test_its_scans_get_the_token_and_are_private(cast: Cast) -> None:
    add_private(cast)
    Schedule.objects.update(next_at=at("2026-12-01T03:00"))

    assert rescan_due(at("2026-12-01T03:01")) == 1

    scan = Scan.objects.get()
    assert (scan.is_private, token_of(scan)) == (True, TOKEN)


def test_a_token_that_cannot_be_read_any_more_starts_nothing_and_is_said(cast: Cast, settings: Any) -> None:
    schedule = add_private(cast)
    Schedule.objects.update(next_at=at("2026-12-01T03:00"))
    settings.SECRET_KEY = "another"

    assert rescan_due(at("2026-12-01T03:01")) == 0

    schedule.refresh_from_db()
    assert schedule.last_outcome == "token"
    assert not Scan.objects.exists()


def test_the_token_goes_with_its_schedule(cast: Cast) -> None:
    schedule = add_private(cast)

    remove_schedule(actor="alice", schedule=schedule)

    assert not ScheduleToken.objects.exists()
