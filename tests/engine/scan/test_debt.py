"""Debt is seen where it stands, told by its beginning, and never mistaken for a binding."""

import pytest

from migration_engine.coupling import group
from migration_engine.effort import estimate
from migration_engine.model import Coupling, RuleKind
from tests.engine.coupling.scans import report
from tests.engine.scan.reading import catalogue, found, scan, sighted

DEBT = {rule.id for rule in catalogue().rules if rule.kind is RuleKind.DEBT}
PROMPT = (
    "You are a helpful assistant of a clinic. " + "Answer from the passages and name the page of each. " * 4
)


def rules(text, path="app.py"):
    return {one.rule for one in found(text, path)}


def test_a_prompt_is_named_by_its_beginning_and_seen_as_one():
    (one,) = found(f'''PROMPT = """{PROMPT}\n{PROMPT}"""\n''')

    assert (one.rule, one.span.line, one.span.end_line) == ("prompt-in-code", 1, 2)
    assert PROMPT.startswith(one.symbol.removesuffix("…"))
    assert len(one.symbol) == 61


def test_a_prompt_that_is_put_together_is_seen_too():
    assert rules(f'''def ask(q):\n    return f"{PROMPT} {{q}}"\n''') == {"prompt-in-code"}


@pytest.mark.parametrize(
    "text",
    [
        'ROLE = "You are a helpful assistant"\n',
        f'def ask():\n    """{PROMPT}"""\n',
        f"# {PROMPT}\n",
        f"LONG = '{'Rows are sorted by name, and then by size. ' * 6}'\n",
    ],
)
def test_short_strings_docstrings_comments_and_other_texts_are_no_prompts(text):
    assert "prompt-in-code" not in rules(text)


def test_only_the_end_of_a_list_is_a_cut():
    assert ("slice", "history", 1) in sighted("a.py", "recent = history[-6:]\n")
    assert not [
        one for one in sighted("a.py", "history[-1]\nhistory[:6]\nhistory[2:-1]\n") if one[0] == "slice"
    ]


def test_a_number_is_told_from_a_setting():
    assert ("number", "max_tokens", 1) in sighted("a.py", "ask(max_tokens=512)\n")
    numbers = "ask(max_tokens=None)\nask(max_tokens=limit)\nask(max_tokens=True)\nask(max_tokens='512')\n"
    assert not [one for one in sighted("a.py", numbers) if one[0] == "number"]


def test_the_address_of_a_model_service_is_a_binding_before_it_is_debt():
    assert rules('URL = "http://localhost:8000/v1/chat/completions"\n') == {"model-http-path"}
    assert rules('URL = "http://localhost:8000/rank"\n') == {"endpoint-in-code"}


def test_debt_makes_no_coupling_and_costs_no_effort():
    tree = scan({"app/ask.py": f'PROMPT = """{PROMPT}"""\nask(history[-4:], max_tokens=512)\n'})

    (component,) = group(tree).components

    assert {one.rule for one in tree.findings} <= DEBT
    assert (component.coupling, component.counts.debt, component.counts.places) == (Coupling.NONE, 3, 0)
    assert not estimate(report(tree)).total.likely
