"""What the catalogue of job kinds promises about long jobs."""

import pytest

from migration_engine.errors import SpecInvalid
from migration_engine.protocol import CATALOGUE, complete_parameters, parts_of

LONG_MIN = 10
LONG = [kind for kind in CATALOGUE.values() if kind.minutes > LONG_MIN]


@pytest.mark.parametrize("kind", LONG, ids=lambda kind: kind.name)
def test_every_kind_that_may_run_long_can_be_cut_into_parts_that_lose_nothing(kind):
    whole = complete_parameters(kind, {})
    parts = parts_of(kind, whole)
    assert [value for part in parts for value in part[kind.split_by]] == whole[kind.split_by]
    assert all({**part, kind.split_by: whole[kind.split_by]} == whole for part in parts)


def test_a_short_kind_is_refused_parts():
    with pytest.raises(SpecInvalid, match="has no parts; request it whole"):
        parts_of(CATALOGUE["inventory"], {})
