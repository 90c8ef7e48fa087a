"""A function of one module that knows NPUs serves the places of others that its answer leads to."""

from tests.engine.scan.reading import scan

DEVICES = """\
import torch
def on_chip():
    return hasattr(torch, "npu")
def kind():
    return "npu" if on_chip() else "cuda"
def half_fits():
    return "npu" in NAMES and "cuda" in NAMES
"""


def status(text, devices=DEVICES, path="app/use.py"):
    findings = scan({"app/__init__.py": "", "app/devices.py": devices, path: text}).findings
    return {one.span.line: (one.status.value, one.handled_by) for one in findings if one.path == path}


def test_the_other_case_of_a_question_is_served():
    text = (
        "import torch\nfrom .devices import on_chip\nif on_chip():\n    go()\nelse:\n    torch.cuda.init()\n"
    )

    assert status(text) == {6: ("handled", "app/devices.py:3")}


def test_the_body_where_the_question_is_answered_no_is_served():
    text = "import torch\nfrom app.devices import on_chip\nif not on_chip():\n    torch.cuda.init()\n"

    assert status(text) == {4: ("handled", "app/devices.py:3")}


def test_a_comparison_with_a_device_that_was_picked_is_served_with_its_body():
    text = 'import torch\nfrom .devices import kind\nif kind() == "cuda":\n    torch.cuda.init()\n'

    assert status(text) == dict.fromkeys((3, 4), ("handled", "app/devices.py:5"))


def test_a_helper_by_name_is_served_where_its_own_body_knows_the_npu():
    devices = 'def is_gpu_available():\n    return cuda() or kind == "npu"\n'

    text = "from .devices import is_gpu_available\nis_gpu_available()\n"

    assert status(text, devices) == {2: ("handled", "app/devices.py:2")}


def test_its_import_is_served_as_well():
    devices = 'def nccl_name():\n    return "hccl" if on_npu() else "nccl"\n'

    assert status("from app.devices import nccl_name\n", devices) == {1: ("handled", "app/devices.py:2")}


def test_a_name_from_elsewhere_serves_nobody():
    text = "import torch\nfrom other import on_chip\nif not on_chip():\n    torch.cuda.init()\n"

    assert status(text) == {4: ("open", "")}


def test_a_name_that_a_package_hands_on_is_served():
    tree = {
        "app/__init__.py": "from .devices import on_chip\n",
        "app/devices.py": DEVICES,
        "run.py": "import torch\nfrom app import on_chip\nif not on_chip():\n    torch.cuda.init()\n",
    }
    (one,) = [one for one in scan(tree).findings if one.path == "run.py"]

    assert one.handled_by == "app/devices.py:3"


def test_the_answer_about_something_else_serves_nobody():
    text = "import torch\nfrom .devices import half_fits\nif half_fits():\n    torch.cuda.init()\n"

    assert status(text) == {4: ("open", "")}


def test_a_variable_that_switches_the_program_serves_what_it_starts():
    findings = scan(
        {
            "run.sh": "export TORCH_TRANSFER_TO_NPU=1\npython train.py\n",
            "train.py": "import torch\ntorch.cuda.synchronize()\n",
            "alone.py": "import torch\ntorch.cuda.synchronize()\n",
        }
    ).findings
    status = {one.path: (one.status.value, one.handled_by) for one in findings if one.coupling == "strong"}

    assert status == {"train.py": ("handled", "run.sh:1"), "alone.py": ("open", "")}
