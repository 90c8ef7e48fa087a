"""An attempt sees its own devices, in ascending order, and none of the other sort."""

from dataclasses import replace

import pytest

from migration_engine.protocol import DeviceKind
from migration_node.devices import Devices, usable_devices
from migration_node.errors import RunnerMissing
from migration_node.probe.gpu import Gpu
from migration_node.probe.visible import Visible

FOUR = Devices(DeviceKind.NPU, ("0", "2", "3", "10"))


def test_an_attempt_gets_as_many_as_it_asks_for_and_all_for_none():
    assert FOUR.variables("layer_alignment", 2)["ASCEND_RT_VISIBLE_DEVICES"] == "0,2"
    assert FOUR.variables("layer_alignment", 0)["ASCEND_RT_VISIBLE_DEVICES"] == "0,2,3,10"


def test_the_other_sort_is_hidden_so_that_no_result_comes_from_it():
    assert FOUR.variables("layer_alignment", 1)["CUDA_VISIBLE_DEVICES"] == ""
    gpu = Devices(DeviceKind.CUDA, ("1",)).variables("layer_alignment", 1)
    assert (gpu["ASCEND_RT_VISIBLE_DEVICES"], gpu["CUDA_VISIBLE_DEVICES"]) == ("", "1")
    rehearsal = Devices(DeviceKind.CPU, ()).variables("layer_alignment", 0)
    assert rehearsal["ASCEND_RT_VISIBLE_DEVICES"] == rehearsal["CUDA_VISIBLE_DEVICES"] == ""


def test_more_than_there_are_is_refused_in_words():
    with pytest.raises(RunnerMissing, match="needs 5 devices, 4 of this node"):
        FOUR.variables("layer_alignment", 5)


def test_an_inventory_sees_the_machine_as_it_is():
    assert FOUR.variables("inventory", 0) == {}


def test_chips_in_alarm_and_chips_that_the_operator_hid_are_not_given_out(npu_machine):
    inventory = npu_machine.take()
    (chip,) = inventory.chips
    chips = tuple(
        replace(chip, chip=number, logic_id=number, health=health)
        for number, health in ((11, "OK"), (3, "Alarm"), (2, "Warning"), (1, "OK"))
    )
    machine = replace(inventory, chips=chips)
    assert usable_devices(machine, DeviceKind.NPU, {}).usable == ("1", "2", "11")
    hidden = replace(machine, visible=Visible((1, 3)))
    assert usable_devices(hidden, DeviceKind.NPU, {}).usable == ("1",)
    assert usable_devices(machine, DeviceKind.CPU, {}).usable == ()


@pytest.mark.parametrize(
    ("wanted", "usable"),
    [(None, ("0", "1")), ("1", ("1",)), ("", ()), ("7,1", ("1",)), ("GPU-8a5e", ("GPU-8a5e",))],
)
def test_gpus_that_the_operator_hid_stay_hidden(npu_machine, wanted, usable):
    gpus = tuple(Gpu(index, "H100", "570", "", None, None, None, None) for index in (1, 0))
    inventory = replace(npu_machine.take(), gpus=gpus)
    environment = {} if wanted is None else {"CUDA_VISIBLE_DEVICES": wanted}
    assert usable_devices(inventory, DeviceKind.CUDA, environment).usable == usable
