"""What the support table says of an operator, with both sources where they disagree."""

import pytest

from migration_engine.errors import TableUnknown
from migration_engine.operators.table import VERSIONS, State, operator_table


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("torch.einsum", State.SUPPORTED),
        ("torch.nn.functional.conv1d", State.LIMITED),  # no bf16
        ("torch.nn.functional.gumbel_softmax", State.UNSUPPORTED),
        ("torch.ops.mylib.rope", State.UNKNOWN),
    ],
)
def test_an_operator_is_in_one_of_four_states(name, state):
    assert operator_table().of(name).state is state


def test_the_newest_version_is_the_default_and_a_short_one_is_enough():
    assert operator_table().version == VERSIONS[-1]
    assert operator_table("2.11").version == "2.11.0"


def test_a_version_without_a_table_is_refused_with_those_that_have_one():
    with pytest.raises(TableUnknown, match=r"2\.7\.1"):
        operator_table("1.8")


def test_a_limit_is_told_with_its_dtypes_and_chips():
    first = operator_table("2.13.0").of("torch.nn.functional.conv1d").statements[0]

    assert (first.dtypes, first.chips) == (("fp16", "fp32"), ("A2", "A3", "950"))
    assert "2.13.0" in first.source


def test_sources_that_disagree_are_both_kept():
    support = operator_table("2.7.1").of("torch.compiler.compile")

    assert support.disputed
    assert [one.state for one in support.statements] == [State.SUPPORTED, State.UNSUPPORTED]


@pytest.mark.parametrize(
    ("called", "listed"),
    [
        ("torch.nn.Parameter", "torch.nn.parameter.Parameter"),
        ("torch.ops.aten.cumsum", "torch.cumsum"),
    ],
)
def test_an_operator_is_found_under_the_name_that_the_table_uses(called, listed):
    table = operator_table()

    assert table.of(called).statements == table.of(listed).statements != ()
