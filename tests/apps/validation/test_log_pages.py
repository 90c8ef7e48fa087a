"""The log of a job: its end on the page with line numbers, what came after, all of it as a file."""

from __future__ import annotations

import pytest
from django.urls import reverse

from apps.validation import logs, services
from apps.validation.models import Job
from tests.apps.validation.play import attempt_of, enrolled, leased
from tests.cast import Cast, client_of


@pytest.fixture
def running(cast: Cast) -> tuple[Job, services.Fence]:
    """Return a job and the fence of its attempt, which wrote two batches."""
    job = services.request_job(actor=cast.bob, project=cast.project, kind="inventory", parameters={})
    _lease, fence = leased(enrolled(cast.project))
    services.append_log(fence=fence, sequence=1, lines=["one", "two <b>"])
    services.append_log(fence=fence, sequence=2, lines=["three"])
    return job, fence


def address(cast: Cast, name: str, job: Job, *args: object) -> str:
    return reverse(f"validation:{name}", args=[cast.project.slug, job.pk, *args])


def test_the_page_numbers_the_lines_and_escapes_them(cast: Cast, running) -> None:
    page = client_of(cast.vic).get(address(cast, "job", running[0])).content.decode()

    assert '<span class="log-line" id="L2" data-number="2">two &lt;b&gt;\n</span>' in page
    assert 'data-batch="2"' in page


def test_what_came_after_a_batch_goes_on_counting(cast: Cast, running) -> None:
    job, fence = running
    client, at = client_of(cast.vic), address(cast, "log", job, 1)
    assert client.get(at, {"after": "2"}).status_code == 204

    services.append_log(fence=fence, sequence=3, lines=["four", "five"])

    assert client.get(at, {"after": "2"}).json() == {"lines": ["four", "five"], "first": 4, "batch": 3}
    assert client.get(at, {"after": "nonsense"}).json()["lines"][0] == "one"


def test_the_page_keeps_the_end_of_a_long_log_and_says_so(cast: Cast, running, monkeypatch) -> None:
    monkeypatch.setattr(logs, "SHOWN_LINES", 2)
    job, _fence = running

    page = client_of(cast.vic).get(address(cast, "job", job)).content.decode()

    assert 'id="L1"' not in page and 'id="L2"' in page and 'id="L3"' in page
    assert "data-log-hidden hidden" not in page


def test_the_file_holds_every_line(cast: Cast, running) -> None:
    answer = client_of(cast.vic).get(address(cast, "log-file", running[0], 1))

    assert b"".join(answer.streaming_content) == b"one\ntwo <b>\nthree\n"
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Content-Disposition"].startswith("attachment;")


def test_the_log_of_an_older_attempt_can_be_read(cast: Cast, running) -> None:
    job, fence = running
    services.release(fence=fence, reason="stopped")
    _lease, again = leased(fence.node)
    services.append_log(fence=again, sequence=1, lines=["second try"])
    client, at = client_of(cast.vic), address(cast, "job", job)

    assert "second try" in client.get(at).content.decode()
    older = client.get(at, {"attempt": "1"}).content.decode()
    assert "three" in older and "second try" not in older
    assert "data-follow" not in older.split('id="log"')[1][:300]


def test_an_unknown_attempt_has_no_log(cast: Cast, running) -> None:
    client = client_of(cast.vic)

    assert client.get(address(cast, "log", running[0], 9)).status_code == 404
    assert client.get(address(cast, "log-file", running[0], 9)).status_code == 404


def test_asking_for_lines_in_vain_costs_two_queries(cast: Cast, running, django_assert_num_queries) -> None:
    client, at = client_of(cast.vic), address(cast, "log", running[0], 1)

    with django_assert_num_queries(3 + 2):
        client.get(at, {"after": "2"})


def test_five_thousand_lines_are_read_in_their_order(cast: Cast, running) -> None:
    _job, fence = running
    for batch in range(3, 29):
        services.append_log(fence=fence, sequence=batch, lines=[f"{batch}.{n}" for n in range(190)])

    end = logs.end_of(logs.batches_of(attempt_of(services.Lease(str(fence.attempt), "", {}, ""))))

    assert end is not None and len(end.lines) <= logs.SHOWN_LINES
    assert end.lines[-1] == "28.189"
    assert end.first + len(end.lines) - 1 == 3 + 26 * 190
