"""The queue as people narrow it, and what they do with jobs in it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from apps.core.models import AuditEntry
from apps.validation import services
from apps.validation.models import Job, JobState, Node
from migration_engine.protocol import complete_parameters, kind_of
from tests.apps.validation.play import CAN_TORCH, FACTS, enrolled, leased, result_of
from tests.cast import Cast, client_of


def address(cast: Cast, name: str, *args: object) -> str:
    return reverse(f"validation:{name}", args=[cast.project.slug, *args])


def requested(cast: Cast, kind: str = "inventory", **wishes: object) -> Job:
    wishes = {"actor": cast.bob, "parameters": {}} | wishes
    return services.request_job(project=cast.project, kind=kind, **wishes)


def listed(cast: Cast, **query: object) -> list[Job]:
    return [row.job for row in client_of(cast.bob).get(address(cast, "jobs"), query).context["rows"]]


@pytest.fixture
def node(cast: Cast) -> Node:
    return enrolled(cast.project)


def test_the_address_narrows_the_queue(cast: Cast, node: Node) -> None:
    done = requested(cast, actor=cast.alice)
    lease, fence = leased(node)
    services.record_attempt(fence=fence, document=result_of(lease))
    mine, pinned = requested(cast, "layer_alignment"), requested(cast, actor=cast.alice, node=node)

    assert set(listed(cast)) == {done, mine, pinned}
    assert listed(cast, whose="mine") == [mine]
    assert listed(cast, stage="ended") == listed(cast, state="succeeded") == [done]
    assert listed(cast, kind="layer_alignment") == [mine]
    assert set(listed(cast, node=node.pk)) == {done, pinned}
    assert set(listed(cast, stage="x", kind="shell", node="y", state="z", page="-1")) == {done, mine, pinned}


def test_what_waits_stands_in_the_order_in_which_it_is_taken(cast: Cast) -> None:
    first, second = requested(cast), requested(cast)
    urgent = requested(cast, priority=9)

    assert listed(cast, stage="waiting") == [urgent, first, second]


def test_a_filter_without_a_match_offers_all_jobs(cast: Cast) -> None:
    requested(cast)

    page = client_of(cast.vic).get(address(cast, "jobs"), {"stage": "running"}).content.decode()

    assert "No job matches" in page and "Show all jobs" in page


def test_the_parts_of_a_long_job_are_folded_into_it(cast: Cast, node: Node) -> None:
    parent = requested(cast, "layer_alignment", split=True)
    _lease, fence = leased(node)
    services.release(fence=fence, reason="refused")

    page = client_of(cast.vic).get(address(cast, "jobs"))

    (row,) = page.context["rows"]
    assert (row.job, row.parts.total, row.parts.ended, row.parts.succeeded) == (parent, 5, 1, 0)
    assert "1 of 5 parts ended, 0 succeeded" in page.content.decode()
    child = parent.children.first()
    assert "Part of" in client_of(cast.vic).get(address(cast, "job", child.pk)).content.decode()


def test_marked_jobs_are_canceled_together_and_the_reader_stays_where_they_were(cast: Cast) -> None:
    jobs = [requested(cast) for _ in range(3)]
    foreign = services.request_job(
        actor=cast.charlie, project=cast.charlies_project, kind="inventory", parameters={}
    )

    marked = [str(job.pk) for job in (*jobs[:2], foreign)] + ["nonsense"]
    answer = client_of(cast.bob).post(
        address(cast, "cancel-many"), {"job": marked, "back": "stage=waiting&next=//evil"}
    )

    assert answer["Location"].startswith(f"{address(cast, 'jobs')}?stage=waiting")
    states = dict(Job.objects.values_list("pk", "state"))
    assert [states[job.pk] for job in (*jobs, foreign)] == ["canceled", "canceled", "queued", "queued"]


def test_marked_jobs_go_again_together_with_one_reason_or_none_of_them(cast: Cast, node: Node) -> None:
    first = requested(cast)
    after = requested(cast, after=[first])
    services.cancel(actor=cast.bob, job=first)
    other, waits = requested(cast), requested(cast)
    services.cancel(actor=cast.bob, job=other)
    client, at = client_of(cast.bob), address(cast, "retry-many")

    def states(marked: list[Job], reason: str) -> list[str]:
        client.post(at, {"job": [str(job.pk) for job in marked], "reason": reason})
        known = dict(Job.objects.values_list("pk", "state"))
        return [known[job.pk] for job in (first, after, other)]

    assert states([first, other], " ") == ["canceled", "errored", "canceled"]
    assert states([other, after], "Disk freed") == ["canceled", "errored", "canceled"]
    assert states([first, after, other, waits], "Disk freed") == ["queued"] * 3
    told = AuditEntry.objects.filter(verb="retried job", detail__reason="Disk freed")
    assert {entry.target for entry in told} == {str(first.pk), str(other.pk)}


def test_a_waiting_job_steps_up_and_down(cast: Cast) -> None:
    job = requested(cast)
    client, at = client_of(cast.bob), address(cast, "step", job.pk)

    def step(way: str) -> int:
        client.post(at, {"step": way})
        job.refresh_from_db()
        return job.priority

    assert [step("up"), step("up"), step("up"), step("down")] == [7, 9, 9, 7]


def test_a_waiting_job_is_pinned_and_let_go(cast: Cast, node: Node) -> None:
    job = requested(cast)
    client, at = client_of(cast.bob), address(cast, "move", job.pk)

    client.post(at, {"priority": "3", "node": str(node.pk)})
    job.refresh_from_db()
    assert (job.priority, job.node) == (3, node)

    client.post(at, {"priority": "3", "node": ""})
    job.refresh_from_db()
    assert job.node is None
    assert client.post(at, {"priority": "4711"}).status_code == 400


def test_a_job_goes_again_only_with_a_reason(cast: Cast, node: Node) -> None:
    job = requested(cast)
    _lease, fence = leased(node)
    services.release(fence=fence, reason="refused")
    client, at = client_of(cast.bob), address(cast, "retry", job.pk)

    assert client.post(at, {"reason": " "}).status_code == 400
    page = client.post(at, {"reason": "Driver updated"}, follow=True).content.decode()

    job.refresh_from_db()
    assert (job.state, job.round) == (JobState.QUEUED, 1)
    assert "Sent round again by bob" in page and "Driver updated" in page


@pytest.mark.parametrize(("act", "more"), [("retry", {"reason": "Again"}), ("move", {"priority": "3"})])
def test_a_decision_about_an_older_page_says_how_the_job_stands_and_leads_there(
    cast: Cast, node: Node, act: str, more: dict
) -> None:
    job = requested(cast)
    leased(node)
    client = client_of(cast.bob)
    refused = client.post(address(cast, act, job.pk), more)
    assert refused.status_code == 409
    said = refused.content.decode()
    assert "it is now: Leased." in said
    assert f'href="{address(cast, "job", job.pk)}"' in said


@pytest.mark.parametrize(("field", "value"), [("chip", "#910B"), ("min_cann", "eight"), ("chip", "910B\n")])
def test_a_wish_in_another_form_is_refused_at_its_field_with_an_example(
    cast: Cast, field: str, value: str
) -> None:
    at = f"{address(cast, 'new')}?kind=inventory"
    page = client_of(cast.bob).post(at, {"expect": "any", field: value + "#"})
    assert page.status_code == 400
    form = page.context["form"]
    assert list(form.errors) == [field]
    assert "as in" in form.errors[field][0]
    assert "^[" not in page.content.decode()
    assert not Job.objects.exists()


def test_another_job_begins_with_the_parameters_of_one_before(cast: Cast) -> None:
    like = requested(cast, "layer_alignment", parameters={"blocks": 2}, requires={"chip": "910b"}, priority=7)
    client = client_of(cast.bob)
    at = f"{address(cast, 'new')}?kind=layer_alignment&like={like.pk}"

    form = client.get(at).context["form"]

    assert [form[name].value() for name in ("blocks", "chip", "priority")] == [2, "910b", 7]
    foreign = reverse("validation:new", args=[cast.charlies_project.slug])
    assert client_of(cast.charlie).get(f"{foreign}?like={like.pk}").status_code == 404


def test_a_wish_for_a_chip_and_for_parts_is_kept(cast: Cast) -> None:
    client = client_of(cast.bob)
    at = f"{address(cast, 'new')}?kind=layer_alignment"
    form = client.get(at).context["form"]
    given = {name: form[name].value() for name in form.fields if form[name].value() not in (None, "")}

    client.post(
        at, given | {"chip": "910B", "min_cann": "8.5", "devices": "2", "split": "on", "priority": "7"}
    )

    parent = Job.objects.get(parent=None)
    assert parent.requires == {"chip": "910B", "min_cann": "8.5", "devices": 2}
    assert (parent.parts, parent.priority) == (5, 7)


def test_versions_known_to_be_bad_need_a_confirmation(cast: Cast) -> None:
    bad = FACTS | {"driver": "25.5.0", "packages": {"torch": "2.8.0", "torch-npu": "2.9.0"}}
    node = enrolled(cast.project)
    services.introduce(node=node, facts=bad, capabilities=CAN_TORCH)
    client, at = client_of(cast.bob), f"{address(cast, 'new')}?kind=layer_alignment"
    wish = complete_parameters(kind_of("layer_alignment"), {}) | {"node": str(node.pk)}

    refused = client.post(at, wish)
    assert refused.status_code == 400 and 'name="confirmed"' in refused.content.decode()
    assert not Job.objects.exists()

    client.post(at, wish | {"confirmed": "on"})
    assert Job.objects.get().confirmed


@pytest.mark.parametrize("act", ["cancel", "retry", "move", "step"])
def test_who_only_looks_changes_no_job(cast: Cast, act: str) -> None:
    job = requested(cast)

    assert client_of(cast.mona).post(address(cast, act, job.pk)).status_code == 403
    page = client_of(cast.vic).get(address(cast, "jobs")).content.decode()
    assert "checkbox" not in page and "formaction" not in page
