"""An architect's word: what each kind changes, what it leaves alone, and that a lost one is told."""

from dataclasses import replace

import pytest

from migration_engine.coupling import (
    Exclusion,
    Override,
    OverrideKind,
    Share,
    build_map,
    ranks,
    with_overrides,
)
from migration_engine.effort import estimate
from migration_engine.model import Coupling, FindingStatus, Layer, RuleKind, RuleSet, ScanReport
from tests.engine.coupling.scans import WEAK, finding, report, scan, small_app, small_rule

KIND = OverrideKind


def said(kind: OverrideKind, *components: str, value: str = "", paths: tuple[str, ...] = ()) -> Override:
    return Override(kind, components, value, "Ann", "it is a gateway", paths, id=f"{kind}:{components[0]}")


def component(of: ScanReport, key: str):
    return next(one for one in of.components if one.id == key)


def wide_app() -> ScanReport:
    """One component of four files, of which two bind strongly."""
    files = [f"runtime/kernel{n}.py" for n in range(4)]
    return report(scan(files, findings=[finding(files[0]), finding(files[1]), finding(files[2], WEAK)]))


def test_without_a_word_the_report_stays_the_very_same():
    before = report(small_app())

    assert with_overrides(before, ()).report is before


def test_a_layer_is_moved_and_the_votes_are_kept():
    before = report(small_app())

    moved = component(with_overrides(before, [said(KIND.LAYER, "agent", value="L3")]).report, "agent")

    assert moved.layer is Layer.SERVING
    assert moved.layer_votes[0].reason == "set by Ann: it is a gateway"
    assert moved.layer_votes[1:] == component(before, "agent").layer_votes


@pytest.mark.parametrize("value", ["none", "weak"])
def test_a_looser_coupling_lowers_the_effort_too(value):
    rules = RuleSet((small_rule("flash-attn", RuleKind.COUPLING),), "1")
    before = report(replace(small_app(), ruleset=rules))

    after = with_overrides(before, [said(KIND.COUPLING, "runtime", value=value)]).report

    assert component(after, "runtime").coupling == value
    assert component(after, "runtime").counts.strong == 0
    assert estimate(after).total.likely < estimate(before).total.likely


def test_a_tighter_coupling_invents_no_finding():
    after = with_overrides(report(small_app()), [said(KIND.COUPLING, "web", value="strong")]).report

    assert component(after, "web").coupling is Coupling.STRONG
    assert component(after, "web").counts.places == 0


def test_merged_components_are_one_and_their_files_live_in_it():
    before = report(small_app())

    after = with_overrides(before, [said(KIND.MERGE, "runtime", "device")]).report

    joined = component(after, "runtime")
    assert {one.id for one in after.components} == {"web", "agent", "serving", "runtime"}
    assert (joined.files, joined.counts.strong) == (2, 2)
    assert {file.path for file in after.scan.files if file.component == "runtime"} == set(joined.paths)
    assert build_map(after).cards


def test_a_split_takes_files_out_and_counts_both_parts_anew():
    after = with_overrides(
        wide_app(), [said(KIND.SPLIT, "runtime", value="kernels", paths=("runtime/kernel0.py",))]
    ).report

    rest, new = component(after, "runtime"), component(after, "runtime#kernels")
    assert (rest.files, rest.counts.strong, rest.counts.weak) == (3, 1, 1)
    assert (new.files, new.counts.strong, new.name) == (1, 1, "kernels")
    assert new.layer is rest.layer


def test_what_is_excluded_counts_nothing_and_stays_visible():
    done = with_overrides(report(small_app()), [said(KIND.EXCLUDE, "runtime", value="vendored")])

    left = component(done.report, "runtime")
    assert done.excluded == {"runtime": Exclusion.VENDORED}
    assert (left.coupling, left.counts.places) == (Coupling.NONE, 0)
    assert all(
        one.status is FindingStatus.VENDORED
        for one in done.report.scan.findings
        if one.path.startswith("runtime")
    )


def test_left_out_files_are_in_no_share_and_no_reach():
    """Leaving a strong component out must not make the rest look better by its files."""
    done = with_overrides(report(small_app()), [said(KIND.EXCLUDE, "runtime", value="vendored")])
    drawn = build_map(done.report, left_out=done.excluded)

    assert (drawn.share, drawn.share.files) == (Share(strong=1, weak=1, none=2, left_out=1), 4)
    lane = next(one for one in drawn.lanes if one.layer is Layer.RUNTIME)
    assert lane.share == Share(0, 0, 0, left_out=1)
    assert [card.id for card in drawn.cards if card.is_left_out] == ["runtime"]
    device = next(one for one in drawn.exposures if one.component == "device")
    assert (device.direct, device.within_two, device.reach, device.of_files) == (0, 1, 3, 3)


def test_what_is_left_out_stands_last_in_its_lane():
    names = ["a/kernel.py", "b/kernel.py", "c/kernel.py"]
    before = report(scan(names, findings=[finding(name) for name in names]))
    done = with_overrides(before, [said(KIND.EXCLUDE, "a", value="dead")])

    assert ranks(done.report.components, done.excluded) == {"b": 0, "c": 1, "a": 2}


def test_nothing_leads_through_what_is_dead():
    dead = with_overrides(report(small_app()), [said(KIND.EXCLUDE, "serving", value="dead")]).report
    vendored = with_overrides(report(small_app()), [said(KIND.EXCLUDE, "serving", value="vendored")]).report

    assert not [edge for edge in dead.scan.edges if "serving" in edge.source + edge.target]
    assert vendored.scan.edges == small_app().edges


@pytest.mark.parametrize(
    "lost",
    [
        said(KIND.LAYER, "gone", value="L3"),
        said(KIND.COUPLING, "gone", value="none"),
        said(KIND.EXCLUDE, "gone", value="dead"),
        said(KIND.MERGE, "web", "gone"),
        said(KIND.SPLIT, "web", value="pages", paths=("web/gone.py",)),
        said(KIND.SPLIT, "web", value="pages", paths=("web",)),
    ],
    ids=lambda one: one.id,
)
def test_one_that_matches_nothing_is_told_and_changes_nothing(lost):
    before = report(small_app())

    done = with_overrides(before, [lost])

    assert done.unmatched == (lost.id,)
    assert done.report.components == before.components


def test_later_words_build_on_earlier_ones():
    split = said(KIND.SPLIT, "runtime", value="kernels", paths=("runtime/kernel0.py",))

    after = with_overrides(wide_app(), [split, said(KIND.LAYER, "runtime#kernels", value="L1")]).report

    assert component(after, "runtime#kernels").layer is Layer.COMPUTE
    assert component(after, "runtime").layer is not Layer.COMPUTE
