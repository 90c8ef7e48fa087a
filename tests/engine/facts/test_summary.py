"""A property is unknown, has one value, or several: what contradicts itself is shown as a contradiction."""

from migration_engine.facts import PROPERTY_NAMES, STATE_NAMES, summary_of
from migration_engine.facts.summary import Standing
from migration_engine.model import Coverage, FactKind, RuleSet, Source, TreeScan
from migration_engine.operators.table import State
from migration_engine.scan.facts import operators_in, settings_in
from tests.engine.scan.test_model_facts import told

MODEL = "import torch\nfrom torch import nn\n\n\nclass A(nn.Module):\n    def forward(self, x):\n        {}\n"


def scan(files):
    """A scan of which only the facts matter."""
    return TreeScan(
        source=Source("x", "memory", "0" * 64),
        files=(),
        findings=(),
        edges=(),
        coverage=Coverage(len(files), len(files), (), 0),
        ruleset=RuleSet((), "none"),
        facts=tuple(fact for file in files.items() for fact in settings_in(*told(*file))),
        operators=tuple(use for file in files.items() for use in operators_in(*told(*file))),
    )


def standing(files):
    return {one.kind: one.standing for one in summary_of(scan(files)).properties}


def test_what_no_file_says_is_unknown():
    assert set(standing({"a.py": "x = 1\n"}).values()) == {Standing.UNKNOWN}


def test_places_that_agree_give_one_value():
    files = {"a.sh": "serve --dtype bfloat16\n", "a.py": "load(torch_dtype=torch.bfloat16)\n"}

    assert standing(files)[FactKind.DTYPE] is Standing.ONE


def test_places_that_disagree_are_a_conflict_with_every_value():
    files = {"a.sh": "serve --max-model-len 4096\n", "b.sh": "serve --max-model-len 8192\n"}
    told = {one.kind: one for one in summary_of(scan(files)).properties}[FactKind.CONTEXT]

    assert told.standing is Standing.CONFLICT
    assert [(one.text, one.places[0].path) for one in told.values] == [("4096", "a.sh"), ("8192", "b.sh")]


def test_several_models_are_no_conflict():
    files = {"a.sh": "vllm serve org/one\nvllm serve org/two\n"}

    assert standing(files)[FactKind.SERVED_MODEL] is Standing.SEVERAL


def test_operators_that_cannot_run_come_first():
    files = {"a.py": MODEL.format("return torch.einsum('i', nn.functional.gumbel_softmax(torch.ops.a.b(x)))")}
    summary = summary_of(scan(files))

    assert [row.support.state for row in summary.operators] == [
        State.UNSUPPORTED,
        State.UNKNOWN,
        State.SUPPORTED,
    ]
    assert summary.states[State.LIMITED] == 0


def test_everything_has_a_name_in_both_languages():
    names = [*(PROPERTY_NAMES[kind] for kind in FactKind), *(STATE_NAMES[state] for state in State)]

    assert all(name.en and name.zh and name.en != name.zh for name in names)
