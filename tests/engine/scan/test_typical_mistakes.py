"""What a hasty classifier takes for a dependency on the GPU, and what it takes for served."""

import pytest

from migration_engine.coupling import group
from migration_engine.model import Coupling, FindingStatus, RuleKind
from tests.engine.scan.reading import catalogue, found, scan

KINDS = {rule.id: rule.kind for rule in catalogue().rules}


def bindings(tree):
    return [one for one in tree.findings if KINDS[one.rule] is RuleKind.COUPLING]


def coupling(files):
    """What the component of all those files is called."""
    tree = scan(files)
    found = {one.coupling for one in group(tree).components}
    return max(found, key=[Coupling.NONE, Coupling.WEAK, Coupling.STRONG].index)


@pytest.mark.parametrize(
    "line",
    [
        "from httpx import AsyncClient",
        "value = input('your name')",
        "kind = response.json()['gpu_name']",
        "label = {'gpu': 'Graphics card', 'title': 'What is a GPU?'}",
        "text = 'This page explains CUDA and GPUs.'",
    ],
)
def test_parts_of_words_fields_and_texts_are_no_dependency(line):
    assert not bindings(scan({"app/page.py": line + "\n"}))


@pytest.mark.parametrize(
    "line",
    [
        "# Copyright (c) NVIDIA CORPORATION. All rights reserved.",
        "PROVIDERS = ['openai', 'nvidia', 'groq']",
        "CARD = 'https://huggingface.co/nvidia/Nemotron-4-340B-Instruct'",
        "model = 'nvidia/llama-3.1-nemotron-70b-instruct'",
    ],
)
def test_a_vendors_name_is_no_dependency(line):
    assert not bindings(scan({"app/models.py": line + "\n"}))


@pytest.mark.parametrize(
    "code",
    [
        'run(["x"], env={"LD_LIBRARY_PATH": "/usr/local/cuda/lib64"})',
        'os.environ["LD_LIBRARY_PATH"] = "/usr/local/cuda/lib64"',
    ],
)
def test_a_path_that_a_variable_gets_is_found_once(code):
    (one,) = found(f"import os\n{code}\n")

    assert one.symbol == "LD_LIBRARY_PATH=/usr/local/cuda/lib64"


@pytest.mark.parametrize("value", ["", "-1"])
@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("app/run.py", 'import os\nos.environ["CUDA_VISIBLE_DEVICES"] = "{}"\n'),
        ("Dockerfile", 'FROM python:3.11\nENV CUDA_VISIBLE_DEVICES="{}"\n'),
        (".github/workflows/test.yml", 'jobs:\n  test:\n    env:\n      CUDA_VISIBLE_DEVICES: "{}"\n'),
        ("run.sh", 'CUDA_VISIBLE_DEVICES="{}" python app.py\n'),
    ],
)
def test_devices_hidden_on_purpose_bind_to_nothing(path, form, value):
    assert coupling({path: form.format(value)}) is Coupling.NONE


PICKER = """
import torch

def pick():
    if torch.cuda.is_available():
        return torch.device("cuda")
    if torch.backends.mps.is_available():
        return torch.device("mps")
    return torch.device("cpu")
"""


def test_a_picker_that_knows_cuda_mps_and_cpu_only_binds_strongly():
    assert coupling({"app/helpers.py": PICKER}) is Coupling.STRONG


SERVED = """
import torch

def free(kind):
    if kind == "npu":
        torch.npu.empty_cache()
    else:
        torch.cuda.empty_cache()
"""
LEFT = """
def room():
    return torch.cuda.mem_get_info()
"""


def test_one_place_left_makes_strong_whatever_else_is_handled():
    assert {one.status for one in bindings(scan({"a/x.py": SERVED}))} == {FindingStatus.HANDLED}
    assert coupling({"a/x.py": SERVED}) is Coupling.NONE
    assert coupling({"a/x.py": SERVED + LEFT}) is Coupling.STRONG


@pytest.mark.parametrize(
    "package",
    ["onnxruntime==1.18.0", "faiss-cpu>=1.8", "openai>=1.0", "langchain-openai", "pymilvus", "fastapi"],
)
def test_libraries_in_their_cpu_form_and_clients_bind_to_nothing(package):
    assert coupling({"requirements.txt": package + "\n"}) is Coupling.NONE


@pytest.mark.parametrize("package", ["onnxruntime-gpu", "faiss-gpu"])
def test_the_gpu_form_of_the_same_library_binds_strongly(package):
    assert coupling({"requirements.txt": package + "\n"}) is Coupling.STRONG


@pytest.mark.parametrize(
    "text", ["import onnxruntime\nonnxruntime.InferenceSession('m.onnx')\n", "import faiss\n"]
)
def test_a_library_used_in_its_cpu_form_is_not_taken_for_cuda(text):
    assert coupling({"app/search.py": text}) is not Coupling.STRONG


WHISPER = """
from openai import OpenAI

def transcribe(audio):
    return OpenAI().audio.transcriptions.create(model="whisper-1", file=audio)
"""


def test_whisper_by_an_api_is_weak():
    assert coupling({"voice/whisper.py": WHISPER}) is Coupling.WEAK


def test_a_docstring_and_a_hint_are_not_code():
    text = 'def run():\n    """Use `model.to("cuda")` and torch.cuda.synchronize() first."""\n'

    assert not bindings(scan({"app/hints.py": text}))


def test_pages_that_call_the_applications_own_api_bind_to_nothing():
    page = 'export const ask = () => fetch("/v1/chat/completions", { method: "POST" });\n'

    assert coupling({"frontend/src/ask.tsx": page}) is Coupling.NONE


def test_serving_a_path_is_no_call_of_it():
    route = '@app.post("/v1/chat/completions")\nasync def chat(request):\n    return await engine(request)\n'

    assert not bindings(scan({"app/routes.py": route}))


@pytest.mark.parametrize(
    "call",
    [
        'requests.post(f"{base}/v1/chat/completions", json=body)',
        'requests.post(worker + "/worker_generate_stream", json=body)',
        'OpenAI(base_url="http://llm:8000/v1")',
        "create_chat_completion(messages)",
    ],
)
def test_http_to_a_model_service_is_weak(call):
    head = "import requests\nfrom openai import OpenAI\nfrom app.llm import create_chat_completion\n"

    tree = scan({"app/ask.py": f"{head}answer = {call}\n"})

    assert {one.coupling for one in bindings(tree) if one.span.line == 4} == {Coupling.WEAK}


def test_a_handler_of_a_route_is_no_client_whatever_its_name():
    handler = '@router.post("/v1/chat/completions")\nasync def create_chat_completion(request): ...\n'
    added = 'router.add_api_route("/v1/rerank", rerank, methods=["POST"])\n'

    assert not bindings(scan({"app/routes.py": handler + added}))
    assert bindings(scan({"app/llm.py": "async def create_chat_completion(request): ...\n"}))


def test_a_compiled_list_of_packages_counts_for_it_is_what_gets_installed():
    compiled = "# This file was autogenerated by uv via this command:\nnvidia-cublas-cu12==12.8.4.1\n"

    assert coupling({"requirements/default.txt": compiled}) is Coupling.STRONG


@pytest.mark.parametrize(
    "asked",
    [
        "if x.dtype == torch.float64:\n    pass\n",
        "wide = x.dtype in (torch.float32, torch.float64)\n",
        "size = {torch.float64: 8, torch.float8_e4m3fn: 1}\n",
    ],
)
def test_a_question_for_the_kind_of_a_tensor_makes_none(asked):
    assert not found(f"import torch\n{asked}")


def test_a_kind_that_is_chosen_in_a_comparison_is_used():
    assert found("import torch\nkind = torch.float32 if device == other else torch.float64\n")
