"""Work for a scan that somebody deleted while its message was on the way."""

from collections.abc import Callable

import pytest

from apps.coupling import services
from apps.coupling.tasks import while_there_is
from apps.scans.models import Scan

GONE = 987_654_321


@pytest.mark.parametrize("work", [services.store_map, services.store_point])
def test_it_ends_with_one_line_and_no_error(
    db: None, caplog: pytest.LogCaptureFixture, work: Callable[..., object]
) -> None:
    caplog.set_level("INFO", "apps.coupling.tasks")

    with while_there_is(GONE):
        work(scan_id=GONE)

    assert [record.getMessage() for record in caplog.records] == [
        f"scan {GONE} was deleted meanwhile, there is nothing left to do for it"
    ]


def test_an_error_about_a_scan_that_is_there_stays_one(scan: Scan) -> None:
    with pytest.raises(Scan.DoesNotExist), while_there_is(scan.pk):
        raise Scan.DoesNotExist
