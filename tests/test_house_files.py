"""The files around the code: locks without addresses, documents without dead links, short decisions."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
DECISIONS = sorted((ROOT / "docs" / "adr").glob("*.md"))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_holds_no_address_and_no_path(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert not re.search(r"https?://|file:|index-url|find-links|@ ", text)


@pytest.mark.parametrize("name", ["portal.txt", "dev.txt", "node.txt"])
def test_every_locked_package_has_a_hash(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8").replace("\\\n", "")
    packages = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    assert packages
    assert [line.split()[0] for line in packages if "==" not in line or "--hash=sha256:" not in line] == []


def test_everything_the_portal_runs_on_is_locked_alike_for_development() -> None:
    def pinned(name: str) -> set[str]:
        text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
        return set(re.findall(r"^([a-z0-9-]+(?:\[[a-z,]+\])?==\S+)", text, re.MULTILINE | re.IGNORECASE))

    assert pinned("portal.txt") - pinned("dev.txt") == set()


def test_the_npm_lock_holds_hashes_and_no_address() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    installed = {name: package for name, package in packages.items() if name}
    assert installed
    assert [name for name, package in installed.items() if "resolved" in package] == []
    assert [name for name, package in installed.items() if "integrity" not in package] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)", document.read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda path: path.name)
def test_a_decision_says_context_choice_and_cost_on_one_page(decision: Path) -> None:
    text = decision.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 30
    if decision.name != "0013-dependencies.md":
        assert re.findall(r"^\*\*(\w+)\.\*\*", text, re.MULTILINE) == ["Context", "Choice", "Cost"]


def test_every_direct_dependency_has_a_reason() -> None:
    reasons = (ROOT / "docs" / "adr" / "0013-dependencies.md").read_text(encoding="utf-8").lower()
    lines = [
        line.strip().lower()
        for name in ("portal.in", "dev.in", "node.in")
        for line in (ROOT / "requirements" / name).read_text(encoding="utf-8").splitlines()
    ]
    packages = {re.split(r"[\[<>=]", line)[0] for line in lines if line and line[0] not in "#-"}
    # Type stubs stand and fall with the package that they describe.
    assert {name for name in packages if not re.search(r"types|stubs", name) and name not in reasons} == set()


def test_production_names_no_default_for_a_secret() -> None:
    text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    services = yaml.safe_load(text)["services"]
    assert {"web", "worker", "reconciler", "postgres", "valkey"} <= set(services)
    assert re.findall(r"\$\{(SECRET_KEY|POSTGRES_PASSWORD|BROKER_PASSWORD):-", text) == []


def test_no_secret_becomes_part_of_the_image() -> None:
    build, shipped = (ROOT / "Dockerfile").read_text(encoding="utf-8").split("FROM python")[1:]
    # Reading the settings makes the secrets that nobody gave.
    assert "VAR_DIR=/tmp/var" in build
    assert "VAR_DIR=/app/var" in shipped
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {".env", "var"} <= set(ignored)


def test_ci_runs_every_check_that_contributors_are_told_of() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    targets = re.findall(r"^make ([a-z-]+)$", script, re.MULTILINE)
    assert set(targets) >= {"test", "lint", "types", "arch", "migrations-check"}
