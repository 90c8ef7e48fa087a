"""A node and the portal's real API: from the code to the evidence, through restarts and dead children."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from apps.validation import services
from apps.validation.models import Artifact, Attempt, Evidence, Job, Node
from migration_engine.protocol import Limits, new_private_key, public_key_of, spec_from
from migration_node.agent import Agent
from migration_node.attempt import Attempt as NodeAttempt
from migration_node.capabilities import take_profile
from migration_node.doctor.connection import connection_checks
from migration_node.enrolling import enrol
from migration_node.errors import NotSigned, PortalRefused
from migration_node.feed import Feed
from migration_node.heartbeat import Heartbeat
from migration_node.home import NodeHome
from migration_node.outbox import File, Parcel
from migration_node.portal import Portal
from migration_node.settings import Clocks
from tests.apps.validation.play import result_of
from tests.cast import Cast, gather

BIN = Path(sys.executable).parent
CLOCKS = Clocks(poll=0.2, heartbeat=0.5, retry=0.2, grace=1.0)
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(transactional_db, settings, tmp_path: Path) -> Cast:
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.CELERY_BROKER_URL = ""  # No doorbell: these nodes are made to look.
    return gather()


@pytest.fixture
def home(cast: Cast, live_server, tmp_path: Path) -> NodeHome:
    """Return the home of an enrolled node."""
    code = services.issue_enrolment_code(actor="alice", project=cast.project)
    home = NodeHome(tmp_path / "home")
    enrol(home, take_profile(home), live_server.url, code, "bench")
    return home


@pytest.fixture
def agent(home: NodeHome, monkeypatch) -> Iterator[Agent]:
    monkeypatch.setenv("NODE_DEVICE", "cpu")
    agent = Agent(home, CLOCKS)
    yield agent
    agent.portal.wire.close()


def ask_for(cast: Cast, kind: str = "inventory", **parameters: object) -> Job:
    return services.request_job(actor=cast.bob, project=cast.project, kind=kind, parameters=parameters)


def long_job(cast: Cast) -> Job:
    return ask_for(cast, "layer_alignment", inputs=["long"], repetitions=500, blocks=12)


def attempt_of(agent: Agent, **limits: int) -> NodeAttempt:
    """Lease the waiting job, with other limits than the portal gave."""
    lease = agent.portal.lease(agent.profile.capabilities())
    spec = spec_from(lease.spec)
    wanted = {"wall_seconds": 60, "soft_seconds": 59, "lease_seconds": 90} | limits
    return NodeAttempt(
        agent.counter, lease, replace(spec, limits=Limits(**wanted)), agent.home, agent.profile
    )


def test_a_job_ends_with_evidence_its_log_and_its_file(agent: Agent, cast: Cast):
    job = ask_for(cast, "layer_alignment", inputs=["short"], blocks=1, width=32)
    assert agent.turn()
    evidence = Evidence.objects.get(job=job)
    assert (evidence.verdict, evidence.rehearsal) == ("succeeded", True)
    (named,) = evidence.content["artifacts"]
    kept = Artifact.objects.get(attempt__job=job)
    assert (named["name"], named["sha256"]) == ("modules.csv", kept.sha256)
    assert kept.file.read_text().startswith("input,module,cosine")
    assert any("reference float32" in line for batch in job.attempts.get().logs.all() for line in batch.lines)
    assert list(agent.home.outbox.iterdir()) == []
    assert not agent.turn()


def test_the_token_is_kept_from_others_and_wrong_codes_are_named(home: NodeHome, live_server, tmp_path: Path):
    assert home.identity_file.stat().st_mode & 0o777 == 0o600
    for url, code, said in (
        (live_server.url, "wrong-code", "was used, has expired or never existed"),
        (f"{live_server.url}/nowhere", "code", "check the address"),
    ):
        command = [BIN / "npu-migrate-node", "--home", tmp_path / "other", "enroll", url, code]
        answer = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert answer.returncode == 2 and said in answer.stderr
        assert "Traceback" not in answer.stderr
    assert not (tmp_path / "other/identity.json").exists()


def test_what_an_earlier_agent_left_is_handed_in_before_new_work_and_only_once(agent: Agent, cast: Cast):
    job = ask_for(cast)
    lease = agent.portal.lease(agent.profile.capabilities())
    parcel = Parcel(lease, result_of(lease))
    agent.counter.outbox.put(parcel)
    assert (agent.home.outbox / f"{lease.attempt}.json").stat().st_mode & 0o777 == 0o600

    agent.portal.wire.close()
    following = Agent(agent.home, CLOCKS)
    assert not following.turn()
    assert Evidence.objects.get(job=job).attempt_id == Attempt.objects.get().pk
    following.counter.outbox.put(parcel)
    assert not following.turn()
    assert Evidence.objects.count() == 1 and list(agent.home.outbox.iterdir()) == []
    following.portal.wire.close()


def test_a_portal_that_refuses_says_why_in_the_language_of_the_terminal(home: NodeHome, live_server):
    for language, said in (("en", "Make a new one on the nodes page."), ("zh", "请在节点页面重新生成")):
        with pytest.raises(PortalRefused) as refusal:
            enrol(home, take_profile(home), live_server.url, "used-before", "bench", language)
        assert said in refusal.value.text.in_language(language)


def test_a_file_of_many_chunks_goes_on_where_it_was_cut(agent: Agent, cast: Cast):
    ask_for(cast)
    lease = agent.portal.lease(agent.profile.capabilities())
    content = os.urandom(2_500_000)
    folder = agent.counter.outbox.folder_of(lease.attempt)
    folder.mkdir(parents=True)
    (folder / "dump.bin").write_bytes(content)
    (folder / "empty.txt").touch()
    sha256 = hashlib.sha256(content).hexdigest()
    known = agent.portal.announce(lease, "dump.bin", len(content), sha256, "text/plain")
    agent.portal.send_chunk(lease, known.artifact, 0, content[:700_001])
    with pytest.raises(PortalRefused) as refusal:
        agent.portal.send_chunk(lease, known.artifact, 5, content[5:10])
    assert (refusal.value.code, refusal.value.details["received"]) == ("wrong_offset", 700_001)

    files = (File("dump.bin", "text/plain"), File("empty.txt", "text/plain"), File("gone.txt", "text/plain"))
    agent.counter.outbox.put(Parcel(lease, result_of(lease), files))
    agent.counter.hand_in_what_is_left()

    named = {one["name"]: one["sha256"] for one in Evidence.objects.get().content["artifacts"]}
    assert named == {"dump.bin": sha256, "empty.txt": hashlib.sha256(b"").hexdigest()}
    assert Artifact.objects.get(name="dump.bin").file.read_bytes() == content
    assert not folder.exists()


def test_a_parcel_for_an_attempt_that_is_over_is_forgotten(agent: Agent, cast: Cast):
    ask_for(cast)
    lease = agent.portal.lease(agent.profile.capabilities())
    Attempt.objects.update(state="expired")
    agent.counter.outbox.put(Parcel(lease, result_of(lease)))
    agent.counter.hand_in_what_is_left()
    assert not Evidence.objects.exists() and list(agent.home.outbox.iterdir()) == []


def test_a_parcel_that_is_damaged_is_set_aside_and_stops_nothing(agent: Agent):
    agent.home.outbox.mkdir()
    (agent.home.outbox / "a.json").write_text('{"half":')
    assert not agent.turn()
    assert [file.name for file in agent.home.outbox.iterdir()] == ["a.damaged"]


def test_a_result_that_the_portal_refuses_ends_the_job_with_its_reason(agent: Agent, cast: Cast):
    job = ask_for(cast)
    lease = agent.portal.lease(agent.profile.capabilities())
    agent.counter.outbox.put(Parcel(lease, result_of(lease) | {"kind": "layer_alignment"}))
    agent.counter.hand_in_what_is_left()
    job.refresh_from_db()
    assert (job.state, job.reason) == ("errored", "refused")


def test_a_new_token_is_stored_before_it_is_used(agent: Agent):
    old = agent.home.load().token
    agent.turn()
    services.rotate_token(actor="alice", node=Node.objects.get())
    agent.turn()
    agent.turn()
    new = agent.home.load().token
    assert new != old and agent.identity.token == new
    following = Agent(agent.home, CLOCKS)
    assert not following.turn()
    following.portal.wire.close()


def test_the_doctor_hears_from_the_portal_whether_it_knows_the_node(home: NodeHome, settings):
    settings.NODE_BROKER_ADMIN_URL = "redis://127.0.0.1:9/0"
    (before, *_) = connection_checks(home.load())
    services.revoke_token(actor="alice", node=Node.objects.get())
    (after,) = connection_checks(home.load())
    assert (before.state, after.state) == ("ok", "problem")


def test_a_job_under_another_key_goes_back_to_the_queue_and_the_node_stops(agent: Agent, cast: Cast):
    job = ask_for(cast)
    agent.identity = replace(agent.identity, public_key=public_key_of(new_private_key()))
    with pytest.raises(NotSigned, match="enrol the node again"):
        agent.turn()
    job.refresh_from_db()
    assert job.state == "queued"
    assert "does not verify" in job.attempts.get().exit["detail"]


def test_an_attempt_that_began_before_is_refused(agent: Agent, cast: Cast):
    job = ask_for(cast)
    agent.home.begun.write_text(json.dumps([f"{job.pk}/1"]))
    assert agent.turn()
    job.refresh_from_db()
    assert (job.state, job.reason) == ("errored", "refused")


def test_a_child_that_is_killed_is_reported_with_its_signal_and_tried_again(agent: Agent, cast: Cast):
    job = long_job(cast)
    attempt = attempt_of(agent)
    threading.Thread(target=_kill_the_child, daemon=True).start()
    attempt.run()
    row = job.attempts.get()
    assert (row.state, row.exit["signal"]) == ("crashed", 9)
    assert "out of memory" in row.exit["detail"]
    job.refresh_from_db()
    assert job.state == "queued"


def _kill_the_child() -> None:
    me = psutil.Process()
    while not (children := [p for p in me.children() if "migration_node.child" in p.cmdline()]):
        time.sleep(0.05)
    os.kill(children[0].pid, signal.SIGKILL)


@pytest.mark.parametrize("limit", ["soft_seconds", "wall_seconds"])
def test_a_job_over_a_limit_ends_errored_and_says_why(agent: Agent, cast: Cast, limit: str):
    job = long_job(cast)
    assert attempt_of(agent, **{limit: 1}).run()
    job.refresh_from_db()
    assert job.state == "errored"
    # Asked to end, a job that has begun says so itself; one that is still starting up just ends.
    evidence = Evidence.objects.filter(job=job).first()
    said = job.reason if evidence is None else evidence.content["error"]
    assert said == "timed_out" or "asked to end" in said, said


def test_a_limit_holds_while_the_portal_is_away_and_no_line_is_lost(agent: Agent, cast: Cast):
    long_job(cast)
    attempt, feed = attempt_of(agent, wall_seconds=2), Feed(9)
    attempt.counter = replace(attempt.counter, portal=Portal("http://127.0.0.1:9"))
    feed.line("said before the limit")
    with Heartbeat(attempt.counter.portal, attempt.lease, feed, 1) as heartbeat:
        parcel = attempt._work(feed, heartbeat)
    assert parcel is not None
    said = parcel.reason or str((parcel.document or {})["error"])
    assert said == "timed_out" or "asked to end" in said, said
    assert attempt.unsent == ["said before the limit"]


def test_a_node_that_must_go_hands_its_job_back(agent: Agent, cast: Cast):
    job = long_job(cast)
    attempt = attempt_of(agent)
    agent.stop.ask()
    agent.stop.ask()
    attempt.run()
    job.refresh_from_db()
    assert (job.state, job.attempts.get().state) == ("queued", "released")
    assert not Evidence.objects.exists()


def test_a_job_that_wants_more_devices_than_there_are_is_refused_in_words(agent: Agent, cast: Cast):
    job = ask_for(cast, "layer_alignment", inputs=["short"], blocks=1, width=32)
    attempt = attempt_of(agent)
    attempt.spec = replace(attempt.spec, devices=2)
    attempt.run()
    job.refresh_from_db()
    assert (job.state, job.reason) == ("errored", "refused")
