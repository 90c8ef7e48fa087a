"""A device is seen behind the names that stand for it, and only there."""

import pytest

from tests.engine.scan.reading import found, lines_of, sighted

MEMBERS = "x.kind == Kind.MULTI_GPU", "torch_dist.Backend.NCCL", "x.kind in CUDA_KINDS"
OTHERS = "settings.GPU", "Kind.MULTI_CPU", "CUDA_HOME == '/opt'", "Kind.gpu"


def symbols(text: str, kind: str) -> set[str]:
    return {symbol for seen, symbol, _ in sighted("app.py", text) if seen == kind}


@pytest.mark.parametrize("code", MEMBERS)
def test_a_constant_that_stands_for_a_device_is_a_member(code):
    assert symbols(f"a = {code}\n", "member")


@pytest.mark.parametrize("code", OTHERS)
def test_other_constants_are_none(code):
    assert not symbols(f"a = {code}\n", "member")


def test_an_enum_says_which_devices_it_knows():
    enum = 'class Kind(str, Enum):\n    CPU = "cpu"\n    GPU = "gpu"\n'

    assert symbols(enum, "member") == {"Kind.GPU"}
    both = found(enum + '    NPU = "npu"\n')
    assert [(one.rule, one.status) for one in both if one.coupling != "none"] == [
        ("device-behind-name", "handled")
    ]


def test_calls_decorators_and_definitions_are_helpers_by_their_own_name():
    text = "@mark.require_cuda\ndef check():\n    return tools.is_gpu_available()\n"

    assert symbols(text, "helper") == {"require_cuda", "check", "is_gpu_available"}


def test_a_condition_names_what_it_asks_but_not_what_it_calls():
    text = "import torch\nif use_cuda and torch.cuda.is_available():\n    a = 1 if self.cudnn else 2\n"

    assert symbols(text, "condition") == {"use_cuda", "cudnn"}


def test_a_kept_answer_is_found_where_it_is_asked_and_not_again_where_it_is_used():
    text = "import torch\nhas_cuda = torch.cuda.is_available()\nif has_cuda:\n    start()\n"

    assert lines_of(found(text)) == [2]
    assert lines_of(found("if has_cuda:\n    start()\n")) == [1]


def test_an_option_is_read_from_the_settings_only():
    assert symbols("a = cfg.compile\nb = re_like.compile\n", "option") == {"compile"}


def test_values_are_given_by_name_in_calls_tables_and_items():
    text = 'f(device=local_rank)\nt = {"fused": True}\no["device"] = "gpu"\nx.to(0)\ng(num_gpus=n + 1)\n'

    assert symbols(text, "argument") == {
        "device=local_rank",
        "fused=True",
        "device=gpu",
        "device=0",
        "num_gpus=…",
    }


def test_a_scheduler_is_told_apart_from_functions_that_pass_a_count_on():
    assert lines_of(found("start(num_gpus=count)\nray.remote(num_gpus=count)(work)\n")) == [2]


def test_a_variable_is_seen_in_a_command_that_is_put_together():
    text = 'a = "CUDA_VISIBLE_DEVICES=" + ids\nb = f"set NCCL_DEBUG={level} & {task}"\n'

    assert symbols(text, "env") == {"CUDA_VISIBLE_DEVICES", "NCCL_DEBUG"}


def test_a_requirement_in_code_is_a_package():
    assert symbols('needs = ["triton>=3.0.0", "a > 1 apples"]\n', "package") == {"triton"}


@pytest.mark.parametrize("system", ['platform_system == "Windows"', "sys_platform == 'darwin'"])
def test_a_requirement_for_another_system_alone_binds_nothing(system):
    wheel = "https://example.com/kernels-1.0+cu121-cp311-win_amd64.whl"

    assert not found(f"{wheel} ; {system}\n", "requirements.txt")
    assert found(f"{wheel} ; {system} or python_version > '3'\n", "requirements.txt")
