"""Constants that say how a model runs, wherever they are written, and the operators of model code."""

import json

import pytest

from migration_engine.scan.facts import operators_in, settings_in
from migration_engine.scan.languages import language_of
from migration_engine.scan.roles import role_of
from tests.engine.scan.reading import scan


def told(path, text):
    """Path, language, role and bytes, as a scan hands them over."""
    data = text.encode()
    language = language_of(path, data)
    return path, language, role_of(path, language, data), data


def facts(path, text):
    found = settings_in(*told(path, text))
    return [(one.kind.value, one.value, one.line, one.confidence.value) for one in found]


def operators(text, path="model.py"):
    found = operators_in(*told(path, text))
    return {one.name: (one.line, one.count, one.confidence.value) for one in found}


@pytest.mark.parametrize(
    ("path", "text", "kind", "value"),
    [
        ("a.py", "m = load(torch_dtype=torch.bfloat16)\n", "dtype", "bfloat16"),
        ("a.py", "llm = LLM(model=path, dtype='half')\n", "dtype", "float16"),
        ("a.py", "model.half()\n", "dtype", "float16"),
        ("ds.yaml", "bf16: true\n", "dtype", "bfloat16"),
        ("config.json", '{\n "torch_dtype": "float16"}\n', "dtype", "float16"),
        ("run.sh", "vllm serve Qwen/Qwen2-7B --dtype bfloat16\n", "dtype", "bfloat16"),
        ("run.sh", "vllm serve Qwen/Qwen2-7B --max-model-len 16384\n", "context_length", "16384"),
        ("run.sh", "python x.py --max_model_len=4096\n", "context_length", "4096"),
        ("run.sh", "x --max-model-len ${LEN:-8192}\n", "context_length", "8192"),
        ("config.json", '{\n "max_position_embeddings": 32768}\n', "context_length", "32768"),
        ("a.py", "p.add_argument('--max-seq-len', type=int, default=2048)\n", "context_length", "2048"),
        ("config.json", '{\n "quant_method": "gptq"}\n', "quantisation", "gptq"),
        ("a.py", "q = Config(load_in_4bit=True)\n", "quantisation", "bitsandbytes 4 bit"),
        ("run.sh", "serve --quantization awq_marlin\n", "quantisation", "awq_marlin"),
        ("a.py", "m(attn_implementation='flash_attention_2')\n", "attention_backend", "flash_attention_2"),
        (".env", "VLLM_ATTENTION_BACKEND=FLASHINFER\n", "attention_backend", "flashinfer"),
        ("run.sh", "serve --tensor-parallel-size 8\n", "tensor_parallel", "8"),
        ("a.py", "LLM(tensor_parallel_size=4)\n", "tensor_parallel", "4"),
        ("run.sh", "serve --pipeline-parallel-size=2\n", "pipeline_parallel", "2"),
        ("values.yaml", "enable_expert_parallel: true\n", "expert_parallel", "on"),
        ("a.py", "f = torch.compile(g, dynamic=True)\n", "dynamic_shapes", "compiled for any shape"),
        ("a.py", "torch._dynamo.mark_dynamic(x, 0)\n", "dynamic_shapes", "dimensions marked as dynamic"),
        ("a.py", "t(x, padding='longest')\n", "dynamic_shapes", "padding to the longest"),
        ("run.sh", "vllm serve Qwen/Qwen2-7B\n", "served_model", "Qwen/Qwen2-7B"),
        ("run.sh", "x --served-model-name chat\n", "served_model", "chat"),
        ("a.py", "AutoModel.from_pretrained('org/name')\n", "served_model", "org/name"),
    ],
)
def test_a_constant_is_found_wherever_it_is_written(path, text, kind, value):
    assert (kind, value) in {(one[0], one[1]) for one in facts(path, text)}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "# torch_dtype=torch.bfloat16\n"),
        ("a.py", '"""Use torch_dtype=torch.bfloat16 or\n\ntorch_dtype=torch.float16.\n"""\n'),
        ("a.py", "load(torch_dtype=dtype, max_model_len=length, quantization=method)\n"),
        ("a.py", "x = torch.zeros(3, dtype=torch.int64)\n"),
        ("a.py", "if max_model_len == 4096:\n    pass\n"),
        ("a.py", "f(quantization=None, load_in_4bit=False, model='linear')\n"),
        ("run.sh", "serve --max-model-len $LEN\n"),
        ("tests/test_a.py", "load(torch_dtype=torch.bfloat16)\n"),
        ("docs/run.sh", "serve --max-model-len 16384\n"),
        ("README.md", "`--max-model-len 16384`\n"),
        ("a.py", "m.resize_token_embeddings(n, pad_to_multiple_of=64)\n"),
        ("a.sh", "serve --attention-backend auto\n"),
        ("a.py", "parser.add_argument('--model', default=DEFAULT_MODEL)\n"),
        ("a.py", "parser.add_argument('--model', default=os.getenv('MODEL'))\n"),
    ],
)
def test_what_is_no_constant_of_this_application_is_no_fact(path, text):
    assert facts(path, text) == []


def test_a_value_that_looks_like_a_secret_is_blanked():
    token = "hf_" + "aB3dE5gH7jK9mN1pQ3sT5vX7zA9cD1fG3h"

    assert all(token not in one[1] for one in facts("a.sh", f"serve --served-model-name {token}\n"))


def test_a_notebook_speaks_by_its_code_alone():
    cells = [
        {
            "cell_type": "code",
            "source": ["m = load(\n", "  torch_dtype=torch.bfloat16)"],
            "outputs": [{"output_type": "display_data", "data": {"w": {"model_id": "936d49c346964954"}}}],
        },
        {"cell_type": "markdown", "source": ["`max_model_len=4096`"]},
    ]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}

    found = facts("a.ipynb", json.dumps(notebook, indent=1))

    assert [one[:2] for one in found] == [("dtype", "bfloat16")]


def test_a_fact_tells_its_line_and_how_sure_it_is():
    text = "import vllm\n\nllm = LLM(tensor_parallel_size=4)\np.add_argument('--tp-size', default=2)\n"

    assert facts("a.py", text) == [
        ("tensor_parallel", "4", 3, "certain"),
        ("tensor_parallel", "2", 4, "likely"),
    ]


MODEL = """import torch
import torch.nn.functional as F
from torch import nn
from torch.nn import Linear


def helper(x):
    return torch.unique(x)


class Block(nn.Module):
    def __init__(self):
        self.a = nn.LayerNorm(4)
        self.b = Linear(4, 4)

    def forward(self, x):
        x = F.gelu(x).masked_fill(x > 0, 0)
        x = F.gelu(torch.ops.mylib.rope(x))
        return ", ".join(x.tolist()).split(",")


class Scale(torch.autograd.Function):
    pass


class Settings:
    def run(self, x):
        return x.cumsum(0)
"""


def test_operators_of_model_code_are_told_by_their_full_names():
    assert operators(MODEL) == {
        "torch.Tensor.masked_fill": (17, 1, "likely"),
        "torch.autograd.Function": (22, 1, "certain"),
        "torch.nn.LayerNorm": (13, 1, "certain"),
        "torch.nn.Linear": (14, 1, "certain"),
        "torch.nn.functional.gelu": (17, 2, "certain"),
        "torch.ops.mylib.rope": (18, 1, "certain"),
    }


def test_code_without_a_model_has_no_operators():
    assert operators("import torch\n\n\ndef f(x):\n    return torch.unique(x).cumsum(0)\n") == {}


def test_operators_of_tests_are_not_the_applications():
    assert operators(MODEL, "tests/test_model.py") == {}


def test_a_scan_carries_both():
    tree = scan({"model.py": MODEL, "run.sh": "vllm serve org/name --dtype bfloat16\n"})

    assert {one.path for one in tree.facts} == {"run.sh"}
    assert {one.path for one in tree.operators} == {"model.py"}


def test_a_long_row_of_data_tells_each_setting_once():
    row = json.dumps([{"text": "word " * 900, "torch_dtype": "bfloat16"}, {"max_model_len": 4096}])
    assert [fact[:2] for fact in facts("data/config.json", row)] == [
        ("dtype", "bfloat16"),
        ("context_length", "4096"),
    ]
