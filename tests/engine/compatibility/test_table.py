"""The table is data: every row can be read, names its source and fits itself."""

from migration_engine.compatibility import Fit, judge
from migration_engine.compatibility.judge import PAIRS
from migration_engine.compatibility.table import rows, sources


def test_every_source_has_a_title_and_an_address_unless_it_lies_on_the_machine():
    assert all(source.title for source in sources().values())
    assert [name for name, source in sources().items() if not source.address] == ["driver-record"]


def test_every_row_is_about_at_least_two_parts():
    assert len(rows()) > 140
    assert all(len(row.versions) >= 2 for row in rows())


def test_every_pair_that_a_row_lists_is_judged_as_the_row_says():
    for row in rows():
        if row.fit is Fit.SUPPORTED:
            versions = {part: _sample(listed[0]) for part, listed in row.versions.items()}
            bad = judge(versions).of(Fit.KNOWN_BAD) if _is_pair(row.versions) else ()
            assert bad == (), f"{row.source.title}: {[pair.reason.en for pair in bad]}"


def _is_pair(versions) -> bool:
    return any(first in versions and second in versions for first, second in PAIRS)


def _sample(listed: str) -> str:
    return listed.lower().replace(".x", ".1").removeprefix(">=").partition(",")[0]
