"""Each hard detection problem has an answer: one row of the list, one test."""

import pytest

from tests.engine.scan.reading import found, lines_of, scan


def strong(text, path="app.py"):
    """Line and symbol of what binds."""
    return [(one.span.line, one.symbol) for one in found(text, path) if one.coupling == "strong"]


BOUND = {
    "a module bound to a name": ("import torch\ncu = torch.cuda\ncu.init()\n", (3, "torch.cuda.init")),
    "a function bound by partial": (
        "import torch\nfrom functools import partial\nwait = partial(torch.cuda.synchronize, 0)\nwait()\n",
        (4, "torch.cuda.synchronize"),
    ),
    "a module bound in a class": (
        "import torch\nclass A:\n    cu = torch.cuda\n    def f(self):\n        self.cu.init()\n",
        (5, "torch.cuda.init"),
    ),
    "a module bound to an object": (
        "import torch\nclass A:\n    def __init__(self):\n        self.cu = torch.cuda\n"
        "    def f(self):\n        self.cu.init()\n",
        (6, "torch.cuda.init"),
    ),
    "a module taken by hasattr": ('import torch\nhasattr(torch, "cuda")\n', (2, "torch.cuda")),
    "a switch that is set by name": (
        'import torch\nsetattr(torch.backends.cudnn, "benchmark", True)\n',
        (2, "torch.backends.cudnn.benchmark"),
    ),
}


@pytest.mark.parametrize("case", BOUND)
def test_a_use_is_found_under_the_full_name_of(case):
    text, place = BOUND[case]

    assert place in strong(text)


def test_a_name_that_is_given_is_not_found_twice():
    text = "import torch\nclass A:\n    def __init__(self):\n        self.cu = torch.cuda\n"

    assert strong(text) == [(4, "torch.cuda")]


@pytest.mark.parametrize(
    "code",
    [
        'd = torch.device("cuda" if torch.cuda.is_available() else "cpu")',
        'd = "cuda" if use() and torch.cuda.is_available() else "cpu"',
        'd = "cuda:0" if torch.cuda.device_count() > 0 else "cpu"',
    ],
)
def test_a_ternary_is_one_finding(code):
    (one,) = found(f"import torch\n{code}\n")

    assert one.rule == "device-selection"


def test_a_bare_variable_as_device_is_neutral_and_its_string_is_the_finding():
    text = 'import torch\nx.to(device)\nchosen = "cuda"\nx.to(chosen)\n'

    assert strong(text) == [(3, "cuda")]


def test_a_part_of_torch_by_variable_is_for_a_person_to_check():
    text = 'import torch, importlib\ngetattr(torch, kind)\nimportlib.import_module(f"torch.{kind}")\n'
    findings = found(text)

    assert [(one.span.line, one.confidence.value, one.coupling.value) for one in findings] == [
        (2, "possible", "weak"),
        (3, "possible", "weak"),
    ]


@pytest.mark.parametrize(
    "code",
    [
        'monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")',
        'monkeypatch.delenv("CUDA_VISIBLE_DEVICES")',
        'os.environ.update(CUDA_VISIBLE_DEVICES="0")',
        'run(env=dict(os.environ, CUDA_VISIBLE_DEVICES="0"))',
        'mock.patch.dict(os.environ, {"CUDA_VISIBLE_DEVICES": "0"})',
        'os.environ |= {"CUDA_VISIBLE_DEVICES": "0"}',
        'del os.environ["CUDA_VISIBLE_DEVICES"]',
    ],
)
def test_an_environment_variable_is_found_in(code):
    assert [line for line, symbol in strong(f"import os\n{code}\n")] == [2]


def test_a_switch_that_is_off_binds_nothing():
    assert not found('import os\nos.environ["USE_CUDA"] = "0"\nos.environ["RWKV_CUDA_ON"] = "false"\n')
    assert found('import os\nos.environ["USE_CUDA"] = "1"\n')


def test_a_parameter_that_is_on_by_default_is_a_switch():
    text = "def start(path, use_cuda=True, *, use_gpu=True):\n    pass\n"

    assert [line for line, _ in strong(text)] == [1, 1]
    assert not found("def start(use_cuda=False):\n    pass\n")


def test_what_is_printed_or_logged_is_a_text():
    assert not found('print("cuda")\nlog("cuda:0")\nlogger.info(f"cuda:{i}")\n')


def test_a_device_with_a_type_behind_it_is_a_device():
    assert strong('m = load(strategy="cuda:0 fp16 -> cpu fp32")\n') == [(1, "cuda:0")]
    assert not found('title = "cuda by example"\n')


@pytest.mark.parametrize(
    "asked", ["not torch.cuda.is_available()", "not has_cuda", "torch.cuda.device_count() < 2"]
)
def test_a_skip_without_cuda_says_that_it_proves_nothing_on_an_npu(asked):
    text = f'import pytest, torch\n@pytest.mark.skipif({asked}, reason="no GPU")\ndef test_it():\n    pass\n'
    (one,) = found(text, "tests/test_it.py")

    assert (one.rule, one.status) == ("test-skipped-without-cuda", "test")


def test_a_choice_among_other_chips_misses_the_npu():
    text = """\
    import torch
    if torch.backends.mps.is_available():
        device = "mps"
    else:
        device = "cpu"
    """

    assert strong(text) == [(2, "mps")]


def test_a_workaround_for_another_chip_is_no_choice():
    assert not found('if device.type == "mps":\n    x = x.float()\n')
    assert not found('where = ["disk"] if device == "mps" else ["cpu", "disk"]\n')


def test_resources_of_ray_are_found_where_ray_is_used():
    text = 'import ray\nb = [{"GPU": 1}]\nfree = node.get("GPU", 0)\nmine = node["GPU"]\n'

    assert [line for line, _ in strong(text)] == [2, 3, 4]
    assert not found(text.replace("import ray", "import bar"))


@pytest.mark.parametrize("name", ["gpu_price", "gpus_wanted_by_customer", "navigator_gpu"])
def test_a_name_that_only_looks_like_a_gpu_is_none(name):
    assert not found(f'{name} = row["{name}"]\nx = df["gpu"]\nif {name}:\n    pass\n')


def test_a_browser_gpu_is_none():
    text = (
        'const gpu = navigator.gpu;\nimport {GPU} from "gpu.js";\nimport * as ort from "onnxruntime-web";\n'
    )

    assert not found(text, "page.ts")


def test_code_that_asks_for_the_device_at_hand_is_evidence():
    text = """\
    import torch
    from deepspeed.accelerator import get_accelerator
    from vllm.platforms import current_platform
    device = torch.accelerator.current_accelerator()
    x.to(accelerator.device)
    """

    assert {one.coupling for one in found(text)} == {"none"}


def test_a_program_that_is_switched_as_a_whole_leaves_its_comparisons_open():
    tree = scan(
        {
            "run.py": "import torch_npu\nfrom torch_npu.contrib import transfer_to_npu\nimport engine\n",
            "engine.py": 'import torch\ntorch.cuda.synchronize()\nif kind == "cuda":\n    pass\n',
        }
    )
    engine = tuple(one for one in tree.findings if one.path == "engine.py")

    assert lines_of(engine, "handled") == [2]
    assert lines_of(engine, "open") == [3]
