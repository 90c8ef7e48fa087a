"""What makes a component cost person-days, and what does not."""

from __future__ import annotations

import pytest

from migration_engine.effort import NOTHING, ComponentEffort, estimate, load_calibration
from migration_engine.model import Confidence, EffortClass, Finding, FindingStatus, Layer
from tests.engine.effort.reports import finding, report

LAYERS = {"runtime": Layer.RUNTIME, "web": Layer.BUSINESS}
CALIBRATION = load_calibration()


def _runtime(*findings: Finding) -> ComponentEffort:
    return estimate(report(LAYERS, findings)).components[0]


def test_the_first_place_costs_its_class_in_full_and_a_repeat_a_fraction() -> None:
    one = _runtime(finding("call", "runtime/a.py", 1))
    two = _runtime(finding("call", "runtime/a.py", 1), finding("call", "runtime/a.py", 9))

    full = CALIBRATION.classes[EffortClass.HOURS].likely
    assert one.reasons[0].days.likely == full
    assert two.reasons[0].days.likely == pytest.approx(
        full * (1 + CALIBRATION.next_place_share[EffortClass.HOURS]), abs=0.01
    )


def test_small_fixes_cost_the_same_in_the_next_file_and_replacements_less() -> None:
    def growth(rule: str) -> float:
        one = _runtime(finding(rule, "runtime/a.py"))
        two = _runtime(finding(rule, "runtime/a.py"), finding(rule, "runtime/b.py"))
        return two.reasons[0].days.likely / one.reasons[0].days.likely

    assert growth("rename") == pytest.approx(2.0)
    assert growth("kernel") == pytest.approx(1.25)


@pytest.mark.parametrize(
    "status", [FindingStatus.HANDLED, FindingStatus.TEST, FindingStatus.DOC, FindingStatus.VENDORED]
)
def test_places_that_are_handled_or_do_not_ship_cost_nothing(status: FindingStatus) -> None:
    effort = _runtime(finding("kernel", "runtime/a.py", status=status))

    assert effort.days == NOTHING
    assert effort.reasons == ()


def test_what_is_merely_untidy_costs_nothing() -> None:
    assert _runtime(finding("prompt", "runtime/a.py")).days == NOTHING


def test_a_touched_component_is_verified_once() -> None:
    effort = _runtime(finding("call", "runtime/a.py"), finding("rename", "runtime/b.py"))

    assert [reason.rule for reason in effort.reasons] == ["call", "rename", ""]
    assert effort.reasons[-1].text.en.startswith("Verification")


def test_a_place_that_is_merely_possible_costs_nothing() -> None:
    assert _runtime(finding("backend", "runtime/a.py", confidence=Confidence.POSSIBLE)).days == NOTHING


def test_ranges_are_ordered_and_add_up_to_the_total() -> None:
    result = estimate(
        report(
            LAYERS,
            [
                finding(rule, f"{folder}/a.py")
                for rule in ("rename", "call", "backend", "kernel", "client")
                for folder in LAYERS
            ],
        )
    )

    assert result.total.low < result.total.likely < result.total.high
    assert result.total.likely == pytest.approx(sum(one.days.likely for one in result.components))
    for one in result.components:
        assert one.days.likely == pytest.approx(sum(reason.days.likely for reason in one.reasons), abs=0.01)


def test_a_reason_names_rule_places_and_files_in_both_languages() -> None:
    effort = _runtime(*(finding("call", f"runtime/{file}.py", line) for file in "ab" for line in (1, 2)))

    assert effort.reasons[0].text.en == "Call: 4 places in 2 files, sized in hours each"
    assert effort.reasons[0].text.zh == "call（中文）：2 个文件共 4 处，每处按小时级估算"


def test_every_figure_of_the_calibration_is_a_range_that_grows_with_its_class() -> None:
    likely = [CALIBRATION.classes[size].likely for size in EffortClass]

    assert likely == sorted(likely)
    for days in (*CALIBRATION.classes.values(), *CALIBRATION.verification.values()):
        assert 0 < days.low < days.likely < days.high
