"""What people see of nodes and jobs, in both languages, and who may do what."""

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from apps.validation import services
from apps.validation.models import EnrolmentCode, Job, JobState, Node
from apps.validation.pages.queue import job_rows
from apps.validation.selectors import jobs_of
from migration_engine.protocol import DeviceKind, complete_parameters, kind_of
from tests.apps.validation.play import CAN_NO_TORCH, enrolled, leased, result_of
from tests.cast import Cast, client_of

HTMX = {"HX-Request": "true"}


def url(cast: Cast, name: str, *args: object) -> str:
    return reverse(f"validation:{name}", args=[cast.project.slug, *args])


def requested(cast: Cast, kind: str = "inventory", **parameters: object) -> Job:
    return services.request_job(actor=cast.bob, project=cast.project, kind=kind, parameters=parameters)


def finished(cast: Cast) -> Job:
    job = requested(cast)
    lease, fence = leased(enrolled(cast.project))
    services.append_log(fence=fence, sequence=1, lines=["<script>alert(1)</script>"])
    services.record_attempt(fence=fence, document=result_of(lease))
    return job


def in_chinese(client: Client) -> Client:
    client.cookies["django_language"] = "zh-hans"
    return client


@pytest.mark.parametrize("name", ["jobs", "nodes"])
def test_empty_pages_say_what_comes_next(cast: Cast, name: str) -> None:
    page = client_of(cast.bob).get(url(cast, name)).content.decode()
    assert "No job yet" in page or "No node yet" in page


def test_an_operator_requests_a_job_in_the_browser(cast: Cast) -> None:
    answer = client_of(cast.bob).post(url(cast, "new") + "?kind=inventory", {"expect": "any"})
    job = Job.objects.get()
    assert answer["Location"] == url(cast, "job", job.pk)
    assert (job.kind, job.parameters, job.requested_by) == ("inventory", {"expect": "any"}, cast.bob)


def test_the_form_of_a_kind_offers_its_defaults(cast: Cast) -> None:
    client = client_of(cast.bob)
    form = client.get(url(cast, "new") + "?kind=layer_alignment").context["form"]
    given = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    client.post(url(cast, "new") + "?kind=layer_alignment", given)
    assert Job.objects.get().parameters == complete_parameters(kind_of("layer_alignment"), {})


def test_a_wrong_parameter_is_named_and_nothing_is_stored(cast: Cast) -> None:
    answer = client_of(cast.bob).post(url(cast, "new") + "?kind=layer_alignment", {"blocks": "99"})
    assert answer.status_code == 400
    assert "less than or equal to 12" in answer.content.decode()
    assert not Job.objects.exists()


def test_an_unknown_kind_is_not_found(cast: Cast) -> None:
    assert client_of(cast.bob).get(url(cast, "new") + "?kind=shell").status_code == 404


def test_a_node_of_another_project_cannot_be_chosen(cast: Cast) -> None:
    foreign = enrolled(cast.charlies_project)
    answer = client_of(cast.bob).post(url(cast, "new"), {"expect": "any", "node": str(foreign.pk)})
    assert answer.status_code == 400
    assert not Job.objects.exists()


def test_a_manager_may_look_but_not_request(cast: Cast) -> None:
    client, job = client_of(cast.mona), requested(cast)
    assert client.get(url(cast, "jobs")).status_code == 200
    for name, args in (("new", ()), ("cancel", (job.pk,)), ("code", ())):
        assert client.post(url(cast, name, *args)).status_code == 403
    job.refresh_from_db()
    assert job.state == JobState.QUEUED


def test_a_foreign_job_is_not_found(cast: Cast) -> None:
    job = finished(cast)
    client = client_of(cast.charlie)
    for name in ("job", "document"):
        foreign = reverse(f"validation:{name}", args=[cast.charlies_project.slug, job.pk])
        assert client.get(foreign).status_code == 404


def test_why_a_job_waits_is_said_in_words(cast: Cast) -> None:
    job = requested(cast, "layer_alignment")

    def why() -> str:
        return str(job_rows(cast.project, jobs_of(cast.project).filter(pk=job.pk))[0].why)

    assert "no node yet" in why()
    node = enrolled(cast.project, can=CAN_NO_TORCH)
    assert why() == "Waiting for torch: run “npu-migrate-node install torch” on the node bench"
    Node.objects.filter(pk=node.pk).update(capabilities={**CAN_NO_TORCH, "torch": True})
    assert "within seconds" in why()
    Node.objects.filter(pk=node.pk).update(last_seen_at=None)
    assert "answers now" in why()


def test_a_finished_job_shows_result_stack_hash_and_that_it_was_a_rehearsal(cast: Cast) -> None:
    job = finished(cast)
    page = client_of(cast.vic).get(url(cast, "job", job.pk)).content.decode()
    evidence = job.evidence.get()
    for expected in ("REHEARSAL", evidence.sha256, "Processor (CPU)", "No NPU device", "2.13.0"):
        assert expected in page
    assert "data-poll" not in page.split('id="job"')[1][:400]


def test_what_a_node_writes_is_never_markup(cast: Cast) -> None:
    page = client_of(cast.vic).get(url(cast, "job", finished(cast).pk)).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_a_running_job_asks_for_its_news_every_two_seconds(cast: Cast) -> None:
    job = requested(cast)
    _lease, fence = leased(enrolled(cast.project))
    services.heartbeat(fence=fence, progress={"step": "probe", "done": 1, "total": 4})
    fragment = client_of(cast.vic).get(url(cast, "job", job.pk), headers=HTMX).content.decode()
    assert 'data-poll-s="2"' in fragment and "<html" not in fragment
    assert "Probe the machine" in fragment and 'max="4" value="1"' in fragment


def test_the_downloaded_result_is_what_was_hashed(cast: Cast) -> None:
    job = finished(cast)
    answer = client_of(cast.vic).get(url(cast, "document", job.pk))
    assert answer.content == bytes(job.evidence.get().document)


def test_the_first_divergent_module_stands_out(cast: Cast) -> None:
    job = requested(cast, "layer_alignment", inputs=["short"], blocks=1, width=32)
    lease, fence = leased(enrolled(cast.project))
    services.record_attempt(fence=fence, document=spoiled_alignment(lease))
    page = client_of(cast.vic).get(url(cast, "job", job.pk)).content.decode()
    assert "First divergent module" in page
    row = page.split('class="is-first"')[1].split("</tr>")[0]
    assert "blocks.0.mlp.activation" in row and "First divergent" in row
    job.refresh_from_db()
    assert job.state == JobState.FAILED


def spoiled_alignment(lease: services.Lease) -> dict:
    from migration_engine.protocol import result_document, spec_from
    from migration_node.kinds.context import Context
    from migration_node.kinds.layer_alignment import run_layer_alignment

    spec = spec_from(lease.spec)

    def fault(model):
        module = model.get_submodule("blocks.0.mlp.activation")
        module.register_forward_hook(lambda _m, _i, out: out * 1.05)

    context = Context(spec.parameters, DeviceKind.CPU, lambda *_: None, lambda _: None)
    outcome = run_layer_alignment(context, fault=fault)
    return dict(result_document(spec, outcome, started_at="2026-11-30T10:00:00+00:00", duration_s=1.0))


def test_a_code_is_shown_once_with_the_command_to_type(cast: Cast) -> None:
    client = client_of(cast.bob)
    page = client.post(url(cast, "code")).content.decode()
    assert "npu-migrate-node enroll http://testserver " in page
    code = page.split("npu-migrate-node enroll http://testserver ")[1].split()[0]
    assert code not in client.get(url(cast, "nodes")).content.decode()
    assert code not in str(EnrolmentCode.objects.values())


def test_nodes_show_what_is_unknown_as_unknown(cast: Cast) -> None:
    enrolled(cast.project, can=CAN_NO_TORCH)
    page = client_of(cast.vic).get(url(cast, "nodes")).content.decode()
    assert "waiting for torch" in page and "npu-migrate-node install torch" in page
    assert page.count("unknown") >= 3
    assert reverse("validation:enrol", args=[cast.project.slug]) not in page


def test_a_retired_node_stays_in_the_list(cast: Cast) -> None:
    node = enrolled(cast.project)
    client_of(cast.bob).post(url(cast, "retire", node.pk))
    page = client_of(cast.vic).get(url(cast, "nodes"), {"state": "retired"}).content.decode()
    assert node.name in page


@pytest.mark.parametrize(
    ("name", "words"),
    [("jobs", "环境盘点"), ("enrol", "注册节点"), ("new", "发起作业"), ("job", "时间线")],
)
def test_every_page_speaks_chinese(cast: Cast, name: str, words: str) -> None:
    job = finished(cast)
    page = in_chinese(client_of(cast.bob)).get(url(cast, name, *([job.pk] if name == "job" else [])))
    assert words in page.content.decode()


def test_a_list_of_many_jobs_costs_as_many_queries_as_a_short_one(
    cast: Cast, django_assert_max_num_queries
) -> None:
    enrolled(cast.project)
    for _ in range(12):
        requested(cast)
    client = client_of(cast.vic)
    with django_assert_max_num_queries(18):
        client.get(url(cast, "jobs"))


def test_no_letter_that_reorders_others_reaches_a_page(cast: Cast) -> None:
    trick = "\u202egnp.exe\u2066\x1b[2J"
    job = requested(cast)
    lease, fence = leased(enrolled(cast.project, f"bench{trick}"))
    services.append_log(fence=fence, sequence=1, lines=[f"log{trick}"])
    services.record_attempt(fence=fence, document=result_of(lease, host=f"host{trick}"))

    client = client_of(cast.bob)
    addresses = [url(cast, "job", job.pk), url(cast, "jobs"), url(cast, "nodes")]
    pages = [client.get(address).content.decode() for address in addresses]
    checklist = client.get(reverse("checklist:items", args=[cast.project.slug])).content.decode()

    assert not [page for page in (*pages, checklist) if {"\u202e", "\u2066", "\x1b"} & set(page)]
    assert r"log\u202egnp.exe\u2066\x1b[2J" in pages[0]
    assert "benchgnp.exe[2J" in pages[2]


@pytest.mark.parametrize(("of_jobs", "told"), [("3.11.7", ["3.11.7"]), ("3.10.2", ["3.10.2", "3.11.7"])])
def test_an_inventory_names_python_once(of_jobs: str, told: list[str]) -> None:
    data = {"packages": {"python": of_jobs, "torch": "2.9"}, "machine": {"python": "3.11.7"}, "cann": {}}

    source = render_to_string("validation/_inventory.html", {"data": data, "shown": {"readiness": "cpu"}})

    assert re.findall("<dt>([pP]ython)</dt>", source) == ["Python"]
    assert re.findall(r"3\.1[01]\.[27]", source) == told
