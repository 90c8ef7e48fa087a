"""Rule pages can always be written: one a rule and language, complete, each link leading somewhere."""

import re

import pytest
from click.testing import CliRunner

from migration_engine.cli import cli
from migration_engine.export.rule_pages import LANGUAGES, rule_pages
from migration_engine.model import RuleSet
from migration_engine.rules import load_catalogue
from migration_engine.rules.rule_files import parse_rules
from tests.engine.rules.documents import SOUND, broken

RULESET = load_catalogue()
PAGES = rule_pages(RULESET)
CHINESE = re.compile(r"[\u4e00-\u9fff]")


def _page(text, language="en"):
    rules = tuple(rule for rule, _ in parse_rules(text, "house.yaml"))
    return rule_pages(RuleSet(rules, "house"))[f"{language}/house-rule.md"]


def test_each_rule_has_a_page_in_each_language():
    assert len(PAGES) == len(LANGUAGES) * (len(RULESET.rules) + 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_leads_to_every_rule_once(language):
    targets = re.findall(r"\]\((.+?)\.md\)", PAGES[f"{language}/README.md"])

    assert sorted(targets) == [rule.id for rule in RULESET.rules]


def test_a_page_says_all_that_the_rule_says():
    page = _page(SOUND)

    for said in (
        "House rule",
        "It binds.",
        "L1 Compute & driver",
        "npu.call",
        "not verified",
        "house.call()",
    ):
        assert said in page
    assert "0.06 person-days for the first place" in page
    assert "Inventory" in page


def test_the_chinese_page_has_no_english_heading():
    headings = [row for row in _page(SOUND, "zh").split("\n") if row.startswith("#")]

    assert headings
    assert all(CHINESE.search(row) for row in headings)


def test_a_counterpart_says_who_vouches_for_it():
    book = "table: {house.call: npu.one}, sources: {'A book': [house.call]}"
    table = f"{{what: npu.call, kind: rewrite, verified: unverified, {book}}}"
    page = _page(broken('{what: "npu.call", kind: rewrite, verified: unverified}', table))

    assert "| `house.call` | npu.one | stated by A book |" in page


def test_a_bar_in_a_cell_does_not_end_it():
    table = "{what: npu.call, kind: rewrite, verified: unverified, table: {'a|b': 'c|d'}}"
    page = _page(broken('{what: "npu.call", kind: rewrite, verified: unverified}', table))

    assert "| `a\\|b` | c\\|d |" in page


def test_the_command_writes_them_all(tmp_path):
    answer = CliRunner().invoke(cli, ["rules", "docs", str(tmp_path / "pages")])

    assert answer.exit_code == 0
    assert answer.output.startswith(f"{len(PAGES)} pages")
    written = {str(path.relative_to(tmp_path / "pages")) for path in (tmp_path / "pages").rglob("*.md")}
    assert written == set(PAGES)
