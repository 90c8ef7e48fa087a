"""The page of a rule: what it says in the reader's language, its samples, and where the scan meets it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from apps.coupling.findings.rule import SHOWN, rule_page
from apps.scans.models import Finding, Scan
from migration_engine.rules import load_catalogue
from tests.apps.coupling.pages import Read, Visit
from tests.apps.coupling.world import HARM, World
from tests.cast import client_of


def address(visit: Visit, rule: str) -> str:
    return reverse("coupling:rule", args=[visit.project.slug, rule])


def source(visit: Visit, rule: str) -> str:
    answer = visit.client.get(address(visit, rule))
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_each_finding_leads_to_its_rule(visit: Visit, scan: Scan) -> None:
    row = Finding.objects.filter(scan=scan, rule="attention-library").first()
    assert row

    assert f'href="{address(visit, "attention-library")}"' in visit.text("findings", finding=row.key)


def test_it_says_why_what_replaces_it_and_what_proves_it(visit: Visit) -> None:
    page = source(visit, "attention-library")

    rule = next(one for one in load_catalogue().rules if one.id == "attention-library")
    assert rule.title.en in page
    assert "flash_attn.flash_attn_func" in page
    assert "person-days for the first place" in page
    assert "Layer alignment" in page
    assert "from flash_attn import flash_attn_func" in page


def test_all_of_it_is_chinese_for_a_chinese_reader(visit: Visit) -> None:
    page = source(visit.in_chinese(), "nccl-environment")

    assert "HCCL_BUFFSIZE（单位为 MB 而非字节）" in page
    assert "未经验证：为我们的判断" in page
    assert "逐层" in page or "环境盘点" in page


def test_it_lists_the_findings_of_this_scan_the_open_ones_first(visit: Visit, scan: Scan) -> None:
    page = rule_page(scan, "device-literal")

    rows = Finding.objects.filter(scan=scan, rule="device-literal")
    assert page.total == rows.count()
    assert len(page.findings) == min(SHOWN, page.total)
    assert page.findings[0].status == "open"


def test_a_rule_that_the_scan_does_not_meet_is_told_from_the_catalogue(visit: Visit) -> None:
    assert "This scan does not meet the rule." in source(visit, "lightning-accelerator")


def test_an_unknown_rule_is_not_found(visit: Visit) -> None:
    assert visit.client.get(address(visit, "no-such-rule")).status_code == 404


def test_a_stranger_does_not_see_it(world: World, db: None) -> None:
    other = Visit(client_of(world.cast.vic), world.cast.charlies_project)

    assert other.client.get(address(other, "device-literal")).status_code == 404


@pytest.mark.parametrize("rule", ["torch-cuda-runtime", "device-literal"])
def test_paths_that_mean_harm_are_only_text(world: World, db: None, rule: str) -> None:
    page = source(Visit(client_of(world.cast.charlie), world.cast.charlies_project), rule)

    assert HARM not in page
    assert not Read(page).all("img", src="x")
