"""The rule shown in docs/rules.md is one that loads and holds."""

import re
from pathlib import Path

from migration_engine.model import RuleSet
from migration_engine.rules.rule_files import parse_rules
from migration_engine.rules.vocabulary import Sighting
from migration_engine.scan.samples import failing_samples, unsampled_patterns

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "rules.md").read_text("utf-8")


def test_the_example_loads_and_its_samples_hold():
    (example,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    rules = tuple(rule for rule, _ in parse_rules(example, "rules.md"))

    assert [rule.id for rule in rules] == ["house-attention"]
    assert failing_samples(RuleSet(rules, "example")) == ()
    assert list(unsampled_patterns(RuleSet(rules, "example"))) == []


def test_every_kind_that_a_rule_can_name_is_explained():
    for kind in Sighting:
        assert f"`{kind.value}`" in PAGE
