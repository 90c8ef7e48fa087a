"""Own rules of a project: what is kept, what is refused and why, and which scans ran them."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from apps.core.models import AuditEntry
from apps.scans.models import RuleFile
from apps.scans.services import rule_files, rule_trial
from migration_engine.rules import load_catalogue
from tests.apps.scans.sources import scanned, zipped
from tests.cast import Cast, client_of

pytestmark = pytest.mark.django_db
RULES = "/p/document-questions/scans/rules/"
CATALOGUED = load_catalogue().rules[0].id
EXAMPLE = (Path(settings.BASE_DIR) / "templates" / "scans" / "_rule_example.yaml").read_text("utf-8")


def upload(cast: Cast, text: str | bytes, name: str = "house.yaml", person: str = "alice") -> HttpResponse:
    content = text.encode() if isinstance(text, str) else text
    file = SimpleUploadedFile(name, content)
    answer: HttpResponse = client_of(cast.by_name(person)).post(f"{RULES}add/", {"file": file})
    return answer


def test_the_example_on_the_page_is_taken(cast: Cast) -> None:
    answer = upload(cast, EXAMPLE)

    assert answer.status_code == 302
    kept = RuleFile.objects.get()
    assert (kept.name, kept.rules, kept.samples) == ("house.yaml", ["house-attention"], 3)
    assert AuditEntry.objects.filter(verb="rules.added", target="house.yaml").exists()
    assert "house-attention" in client_of(cast.vic).get(RULES).content.decode()


def test_the_next_scan_runs_them_and_says_so(cast: Cast) -> None:
    source = zipped({"a.py": "from house_ops.attention import causal\ncausal()\n"})
    before = scanned(cast.project, source)
    upload(cast, EXAMPLE)

    after = scanned(cast.project, source)

    assert [one["name"] for one in after.own_rules] == ["house.yaml"]
    assert before.own_rules == []
    assert before.rules_version != after.rules_version
    assert after.findings.filter(rule="house-attention").exists()


def test_a_file_that_is_switched_off_is_not_run(cast: Cast) -> None:
    upload(cast, EXAMPLE)
    kept = RuleFile.objects.get()

    client_of(cast.alice).post(f"{RULES}{kept.pk}/", {"on": "0"})

    assert scanned(cast.project, zipped({"a.py": "import house_ops\n"})).own_rules == []
    assert AuditEntry.objects.filter(verb="rules.disabled").exists()


def test_a_removed_file_leaves_its_trace_in_the_audit(cast: Cast) -> None:
    upload(cast, EXAMPLE)
    kept = RuleFile.objects.get()

    client_of(cast.alice).post(f"{RULES}{kept.pk}/remove/")

    assert not RuleFile.objects.exists()
    entry = AuditEntry.objects.get(verb="rules.removed")
    assert entry.detail["sha256"] == kept.sha256


def test_a_file_of_the_same_name_takes_the_place_of_the_older_one(cast: Cast) -> None:
    upload(cast, EXAMPLE)
    upload(cast, EXAMPLE.replace("house-attention", "house-kernel"), name="house.yml")

    assert RuleFile.objects.get().rules == ["house-kernel"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the file is empty"),
        ("[]", "holds no rule"),
        ("- id: [", "house.yaml:2"),
        (EXAMPLE.replace("layer: L2", "layer: L9"), "house.yaml:6"),
        (EXAMPLE.replace("effort: days", "effort: ages"), "house.yaml:18"),
        (EXAMPLE + "  colour: red\n", "colour"),
        (EXAMPLE + EXAMPLE, "house-attention"),
        (EXAMPLE.replace("house-attention", CATALOGUED), "in the catalogue already"),
        (
            EXAMPLE.replace("import causal", "import nothing_else").replace("attention.*", "x.causal"),
            "hit sample 1",
        ),
        (EXAMPLE.replace("import reference", "import causal"), "miss sample 1"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"- id: \x00", "NUL"),
        (b"x" * (rule_files.MAX_BYTES + 1), "256 KB"),
    ],
)
def test_a_wrong_file_is_refused_with_its_place_and_nothing_is_kept(
    cast: Cast, text: str | bytes, told: str
) -> None:
    answer = upload(cast, text)

    assert answer.status_code == 400
    assert told in answer.content.decode()
    assert not RuleFile.objects.exists()


def test_samples_that_take_too_long_are_stopped(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_trial, "LONGEST_S", 0.01)

    answer = upload(cast, EXAMPLE)

    assert "more time or memory" in answer.content.decode()
    assert not RuleFile.objects.exists()


@pytest.mark.parametrize("name", ["../../etc/x.txt", "rules", ".yaml", "-x.yaml", "a b.yaml", "规则.txt"])
def test_an_odd_name_is_refused(cast: Cast, name: str) -> None:
    assert upload(cast, EXAMPLE, name=name).status_code == 400
    assert not RuleFile.objects.exists()


def test_a_rule_of_another_file_is_refused_by_name(cast: Cast) -> None:
    upload(cast, EXAMPLE)

    assert "house.yaml" in upload(cast, EXAMPLE, name="second.yaml").content.decode()


def test_files_and_rules_are_limited(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    upload(cast, EXAMPLE)
    monkeypatch.setattr(rule_files, "MAX_FILES", 1)

    answer = upload(cast, EXAMPLE.replace("house-attention", "house-other"), name="second.yaml")

    assert answer.status_code == 400
    assert "at most 1 files" in answer.content.decode()
    assert RuleFile.objects.count() == 1


def test_only_an_architect_may_change_them(cast: Cast) -> None:
    assert upload(cast, EXAMPLE, person="vic").status_code == 403
    assert "Add a file" not in client_of(cast.vic).get(RULES).content.decode()
    assert not RuleFile.objects.exists()


def test_the_page_speaks_chinese(cast: Cast) -> None:
    page = client_of(cast.alice).get(RULES, headers={"Accept-Language": "zh-hans"}).content.decode()

    assert "自定义规则" in page
