"""The doctor names what is wrong, how bad it is and what to do next."""

from dataclasses import replace
from pathlib import Path

import pytest

from migration_engine.protocol import DeviceKind
from migration_node.doctor.accelerators import device_checks
from migration_node.doctor.check import Check, State, has_problem
from migration_node.doctor.membership import membership_checks
from migration_node.doctor.show import report
from migration_node.doctor.software import software_checks
from migration_node.home import Identity, NodeHome
from migration_node.probe.framework import Framework
from migration_node.words import language_of

IDENTITY = Identity("http://127.0.0.1:9", "n", "bench", "demo", "secret-token", "k")


def named(checks) -> dict[str, Check]:
    return {check.name: check for check in checks}


def test_a_whole_npu_machine_has_no_problem(npu_machine):
    found = named(device_checks(npu_machine.take()))
    assert {name: check.state for name, check in found.items() if check.state is not State.OK} == {
        "health": State.WARNING,
        "device_memory": State.WARNING,
    }
    assert "NPU 5/0: Warning" in found["health"].found.en


def test_a_driver_tool_that_fails_is_quoted(npu_machine):
    npu_machine.tool("echo 'dcmi module initialize failed. ret is -8005'; exit 1")
    driver = named(device_checks(npu_machine.take()))["driver"]
    assert driver.state is State.PROBLEM
    assert "dcmi module initialize failed" in driver.found.en and "npu-smi" in driver.next_step.zh


def test_cann_that_is_not_sourced_is_a_problem_with_its_next_step(npu_machine):
    cann = named(device_checks(npu_machine.take(LD_LIBRARY_PATH="")))["cann"]
    assert cann.state is State.PROBLEM
    assert "8.5.0" in cann.found.en and "set_env.sh" in cann.next_step.en


@pytest.mark.parametrize(("given", "state"), [("0", "ok"), ("0, 1", "warning"), ("1,0", "problem")])
def test_a_list_of_visible_devices_is_judged(npu_machine, given, state):
    inventory = npu_machine.take(ASCEND_RT_VISIBLE_DEVICES=given)
    assert named(device_checks(inventory))["visible"].state == state


def test_versions_that_are_known_not_to_work_are_a_problem_with_their_source(npu_machine, tmp_path: Path):
    packages = {"torch": "2.8.0", "torch-npu": "2.9.0", "python": "3.11.7"}
    inventory = replace(npu_machine.take(), packages=packages)
    checks = named(software_checks(NodeHome(tmp_path), inventory, None, None))
    assert checks["versions_torch_npu_torch"].state is State.PROBLEM
    assert "https://" in checks["versions_torch_npu_torch"].next_step.en
    assert checks["versions"].found.en == "4 of 6 pairs supported"


def test_a_framework_that_reaches_nothing_is_quoted(npu_machine, tmp_path: Path):
    framework = Framework(0, "RunnerMissing: torch_npu sees no NPU")
    checks = named(software_checks(NodeHome(tmp_path), npu_machine.take(), Path("/python"), framework))
    assert checks["framework"].state is State.PROBLEM
    assert "sees no NPU" in checks["framework"].found.en


def test_a_readable_token_and_a_silent_portal_are_problems_and_the_token_is_not_shown(tmp_path: Path):
    home = NodeHome(tmp_path)
    home.save(IDENTITY)
    home.identity_file.chmod(0o644)
    checks = list(membership_checks(home))
    assert {name: check.state for name, check in named(checks).items()} == {
        "identity": State.PROBLEM,
        "portal": State.PROBLEM,
        "agent": State.WARNING,
    }
    assert "chmod 600" in named(checks)["identity"].next_step.en
    assert "secret-token" not in "\n".join([*report(checks, "en"), *report(checks, "zh")])


def test_a_damaged_identity_is_a_problem_and_none_is_a_warning(tmp_path: Path):
    home = NodeHome(tmp_path)
    assert [check.state for check in membership_checks(home)] == [State.WARNING]
    home.identity_file.write_text("{")
    assert has_problem(membership_checks(home))


def test_every_sentence_is_there_in_both_languages(npu_machine, tmp_path: Path):
    inventory = npu_machine.take(ASCEND_RT_VISIBLE_DEVICES="1,0", LD_LIBRARY_PATH="")
    checks = [
        *device_checks(inventory),
        *software_checks(NodeHome(tmp_path), inventory, None, Framework(0, "")),
    ]
    assert inventory.device_kind is DeviceKind.NPU
    assert all(check.found.en and check.found.zh for check in checks)
    assert all(check.next_step.zh for check in checks if check.state is State.PROBLEM)


@pytest.mark.parametrize(
    ("environment", "language"),
    [({}, "en"), ({"LANG": "zh_CN.UTF-8"}, "zh"), ({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"}, "en")],
)
def test_it_speaks_the_language_of_the_terminal(environment, language):
    assert language_of(environment) == language
