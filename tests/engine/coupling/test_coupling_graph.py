"""Graph and exposure: paths from business entries, who depends on whom, circles."""

import json

from migration_engine.coupling import build_map, component_graph, cycles, file_graph
from migration_engine.coupling.exposure import exposures
from migration_engine.coupling.graph import reaching
from migration_engine.model import FileRole
from tests.engine.coupling.scans import report, scan, small_app, source_file


def exposure(tree, component):
    whole = report(tree)
    files = file_graph(whole)
    found = exposures(whole, files, component_graph(whole, files))
    return next(one for one in found if one.component == component)


def test_the_path_leads_from_a_business_entry_down_to_the_component():
    device = exposure(small_app(), "device")

    assert device.entry_path == ("web", "agent", "serving", "runtime", "device")
    assert device.entry_files[0] == "web/pages.py"
    assert device.entry_files[-1] == "device/pick.py"


def test_dependents_are_counted_by_steps():
    device = exposure(small_app(), "device")

    assert (device.direct, device.within_two, device.reach, device.of_files) == (1, 2, 4, 4)


def test_the_nearest_strong_component_is_found_downwards():
    web = exposure(small_app(), "web")
    runtime = exposure(small_app(), "runtime")

    assert web.strong_path == ("web", "agent", "serving", "runtime")
    assert runtime.strong_path == ("runtime",)


def test_a_component_that_nobody_reaches_has_no_path():
    tree = scan(["device/pick.py", "web/pages.py"], imports={"web/pages.py": ("streamlit",)})

    lonely = exposure(tree, "device")

    assert (lonely.entry_path, lonely.entry_files, lonely.reach) == ((), (), 0)


def test_a_path_through_two_files_of_one_component_is_found_by_components():
    tree = scan(
        ["web/pages.py", "serving/door.py", "serving/back.py", "device/pick.py"],
        imports={"web/pages.py": ("streamlit",)},
        edges=[("web/pages.py", "serving/door.py"), ("serving/back.py", "device/pick.py")],
    )

    device = exposure(tree, "device")

    assert device.entry_path == ("web", "serving", "device")
    assert device.entry_files == ()


def test_tests_do_not_count_as_dependents():
    tree = scan(
        ["device/pick.py", source_file("tests/test_pick.py", role=FileRole.TEST)],
        edges=[("tests/test_pick.py", "device/pick.py")],
    )

    assert exposure(tree, "device").direct == 0


def test_a_circle_of_components_is_one_group():
    edges = [("a/x.py", "b/x.py"), ("b/x.py", "c/x.py"), ("c/x.py", "a/x.py"), ("c/x.py", "d/x.py")]
    circled = report(scan(["a/x.py", "b/x.py", "c/x.py", "d/x.py"], edges=edges))

    assert cycles(component_graph(circled, file_graph(circled))) == (("a", "b", "c"),)
    assert build_map(circled).cycles == (("a", "b", "c"),)


def test_everybody_in_a_circle_reaches_everybody():
    circled = report(scan(["a/x.py", "b/x.py"], edges=[("a/x.py", "b/x.py"), ("b/x.py", "a/x.py")]))

    assert {mask.bit_count() for mask in reaching(file_graph(circled)).values()} == {2}


def test_an_edge_to_an_unknown_file_is_ignored():
    tree = scan(["a/x.py"], edges=[("a/x.py", "gone.py")])

    assert json.dumps(build_map(report(tree)).to_dict())
