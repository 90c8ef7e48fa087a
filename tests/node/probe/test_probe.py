"""What is missing on the way to a ready NPU is named, one step at a time."""

import sys
from pathlib import Path

import pytest

from migration_engine.protocol import schema
from migration_node.probe.cann import find_cann
from migration_node.probe.classify import ADVICE, Readiness, classify
from migration_node.probe.inventory import take_inventory
from migration_node.probe.packages import versions_in
from migration_node.probe.records import (
    driver_record,
    firmware_range,
    firmware_record,
    install_root,
    mindie_record,
)


@pytest.mark.parametrize(
    ("devices", "chips", "sourced", "expected"),
    [
        (0, 0, False, Readiness.NO_DEVICE),
        (0, 0, True, Readiness.NO_DEVICE),
        (8, 0, True, Readiness.DRIVER_TOOL_MISSING),
        (8, 8, False, Readiness.CANN_NOT_SOURCED),
        (8, 8, True, Readiness.READY),
    ],
)
def test_the_first_missing_thing_decides(devices, chips, sourced, expected):
    assert classify(devices=devices, chips=chips, cann_sourced=sourced) is expected


def test_every_class_has_advice_in_both_languages():
    assert set(ADVICE) == set(Readiness)
    assert all(text.en and text.zh and text.en != text.zh for text in ADVICE.values())


def test_it_finds_the_toolkit_version_and_that_it_is_not_sourced(tmp_path: Path):
    record = tmp_path / "ascend-toolkit/latest/x86_64-linux/ascend_toolkit_install.info"
    record.parent.mkdir(parents=True)
    record.write_text("package_name=Ascend-cann-toolkit\nversion=8.5.0\ninnerversion=V100R001\n")
    cann = find_cann({}, tmp_path)
    assert (cann.version, cann.file, cann.sourced) == ("8.5.0", str(record), False)


def test_a_sourced_environment_has_the_collective_library_on_its_path(tmp_path: Path):
    (tmp_path / "libhccl.so").touch()
    assert find_cann({"LD_LIBRARY_PATH": f"/nowhere:{tmp_path}"}, tmp_path).sourced


def test_an_empty_library_path_does_not_mean_the_current_folder(tmp_path: Path, monkeypatch):
    (tmp_path / "libhccl.so").touch()
    monkeypatch.chdir(tmp_path)
    assert not find_cann({"LD_LIBRARY_PATH": ""}, tmp_path).sourced


def test_the_driver_record_speaks_when_the_tool_does_not(tmp_path: Path):
    (tmp_path / "driver").mkdir()
    (tmp_path / "driver/version.info").write_text("Version=24.1.rc3\nascendhal_version=7.35.23\n")
    assert driver_record(tmp_path) == "24.1.rc3"


def test_package_versions_are_read_without_importing_anything():
    versions = versions_in(Path(sys.executable))
    assert versions["torch"].startswith("2.13.0")
    assert versions["python"].startswith("3.")
    assert "torch-npu" not in versions


def test_an_interpreter_that_is_not_there_has_no_packages(tmp_path: Path):
    assert versions_in(tmp_path / "python") == {}


def test_a_machine_with_device_files_only_lacks_the_driver_tool(tmp_path: Path):
    for name in ("davinci0", "davinci1", "davinci_manager"):
        (tmp_path / name).touch()
    inventory = take_inventory(devices=tmp_path)
    assert inventory.device_files == (str(tmp_path / "davinci0"), str(tmp_path / "davinci1"))
    assert inventory.readiness is Readiness.DRIVER_TOOL_MISSING
    assert inventory.device_kind == "npu"


def test_records_of_driver_firmware_and_mindie_are_read_where_they_were_installed(tmp_path: Path):
    root = tmp_path / "opt/Ascend"
    for name, text in {
        "driver/version.info": "Version=24.1.rc3.b999\ncompatible_version_fw=[7.0.0,7.7.99]\n",
        "firmware/version.info": "Version=7.5.0.1.129\nfirmware_version=1.0\n",
        "mindie/latest/version.info": "Ascend-mindie : MindIE 2.1.RC2.B080\nmindie-rt: 2.1.RC2.B080\n",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    note = tmp_path / "ascend_install.info"
    note.write_text(f"UserName=HwHiAiUser\nDriver_Install_Path_Param={root}\n")
    assert install_root(note) == root
    assert (driver_record(root), firmware_record(root)) == ("24.1.rc3.b999", "7.5.0.1.129")
    assert firmware_range(root) == "[7.0.0,7.7.99]"
    assert mindie_record(root) == "2.1.RC2.B080"


def test_a_record_that_is_a_folder_garbage_or_endless_is_unknown(tmp_path: Path):
    (tmp_path / "driver/version.info").mkdir(parents=True)
    (tmp_path / "firmware").mkdir()
    (tmp_path / "firmware/version.info").write_bytes(b"\xff" * 200_000 + b"\nVersion=1\n")
    assert (driver_record(tmp_path), firmware_record(tmp_path)) == ("", "")


def test_a_whole_npu_machine_is_read_and_its_data_keep_the_schema(npu_machine):
    inventory = npu_machine.take()
    assert inventory.readiness is Readiness.READY
    assert (inventory.driver, inventory.firmware, inventory.cann.version) == (
        "25.2.0",
        "7.7.0.1.231",
        "8.5.0",
    )
    assert [chip.logic_id for chip in inventory.chips] == [0]
    schema.check("inventory", inventory.to_dict())


def test_devices_without_rights_to_the_tool_lack_the_driver_tool(npu_machine):
    npu_machine.tool("echo 'dcmi module initialize failed. ret is -8005'; exit 1")
    inventory = npu_machine.take()
    assert inventory.readiness is Readiness.DRIVER_TOOL_MISSING
    assert inventory.chips == () and "code 1" in inventory.tool.problem


def test_an_unordered_list_of_devices_is_advised_about(npu_machine):
    inventory = npu_machine.take(ASCEND_RT_VISIBLE_DEVICES="1,0")
    assert inventory.visible.devices == ()
    assert "write 0,1" in inventory.to_dict()["visible_problem"]["en"]
