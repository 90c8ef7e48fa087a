"""Writes the smallest file that holds one fact: a line of the kind of file in which it is met."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

import yaml

from migration_engine.model import Sample

_SPELLINGS = Path(__file__).with_name("fact_spellings.yaml")
SERVERS = {
    "vllm": "vllm serve model",
    "sglang": "python -m sglang.launch_server --model-path model",
    "lmdeploy": "lmdeploy serve api_server model",
    "llama-server": "llama-server -m model.gguf",
}


def samples_of(kind: str, match: str) -> tuple[Sample, ...]:
    """One sample for each way in which the fact is written, none for what no file can show.

    Raises KeyError for an unknown kind.
    """
    spelt = _spellings().get(kind, {}).get(match)
    if spelt is not None:
        return tuple(Sample(one["file"], one["text"]) for one in spelt)
    write = _WRITERS[kind.removesuffix("_handled")]
    return tuple(write(one) for one in _alternatives(match))


@cache
def _spellings() -> Mapping[str, Mapping[str, Sequence[Mapping[str, str]]]]:
    """Facts that are described rather than written out, by kind and match."""
    document: Mapping[str, Mapping[str, Sequence[Mapping[str, str]]]] = yaml.safe_load(
        _SPELLINGS.read_text("utf-8")
    )
    return document


def _alternatives(match: str) -> list[str]:
    """`awq|gptq` are two; `vllm --quantization awq|gptq` are two with one beginning."""
    first, *others = [part.strip() for part in re.split(r"\|", match)]
    lead, blank, _ = first.rpartition(" ")
    return [first, *(f"{lead}{blank}{other}" if blank and " " not in other else other for other in others)]


def _literal(pattern: str) -> str:
    """A name that the pattern stands for."""
    plain = re.sub(r"\.\*$", "1.0", pattern.replace("\\.", "."))
    return re.sub(r"\.?\*", "any", plain)


def _python(match: str) -> Sample:
    filled = match.replace("=)", "=0)")
    root = re.split(r"[.(]", match)[0]
    return Sample("sample.py", f"import {root}\nvalue = {filled}\n")


def _imported(match: str) -> Sample:
    return Sample("sample.py", f"import {match}\n") if "." not in match else _python(match)


def _native(match: str) -> Sample:
    return Sample("sample.cpp", f"int f() {{\n  auto a = {match}(b);\n}}\n")


def _header(match: str) -> Sample:
    return Sample("sample.cpp", f"\n#include <{match.replace('*', 'any.h')}>\n")


def _kernel(match: str) -> Sample:
    return Sample("sample.cpp", f"\n{match} a;\n")


def _cmake(match: str) -> Sample:
    call = "(" in match or match.startswith("cuda_add")
    return Sample("CMakeLists.txt", f"\n{match}\n" if call else f"\nset(A {match})\n")


def _package(match: str) -> Sample:
    return Sample("requirements.txt", f"\n{_literal(match)}\n")


def _npm(match: str) -> Sample:
    return Sample("package.json", f'{{\n"dependencies": {{"{match}": "^1"}}}}\n')


def _variable(match: str) -> Sample:
    name, _, value = _literal(match).partition("=")
    return Sample("run.sh", f"\nexport {name}={value or '1'}\n")


def _flag(match: str) -> Sample:
    server, _, option = match.partition(" ")
    given = option if " " in option or "=" in option else f"{option} 2"
    return Sample("serve.sh", f"\n{SERVERS[server]} {given}\n")


def _metric(match: str) -> Sample:
    return Sample("alerts.yml", f"groups:\n  - rules:\n      - alert: A\n        expr: {match} > 1\n")


def _command(match: str) -> Sample:
    return Sample("run.sh", f"\n{match}\n")


def _image(match: str) -> Sample:
    return Sample("Dockerfile", f"\nFROM {_literal(match)}\n")


def _resource(match: str) -> Sample:
    limits = f"          {_literal(match)}: 1\n"
    return Sample(
        "deploy.yaml",
        "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - resources:\n        limits:\n" + limits,
    )


def _setting(match: str) -> Sample:
    return Sample("settings.yaml", f"a: 1\n{match}\n")


def _address(match: str) -> Sample:
    path = match.replace("{m}", "m")
    return Sample("ask.py", f'import requests\nreply = requests.post("http://model:8000{path}", json=b)\n')


def _workflow(match: str) -> Sample:
    return Sample(".github/workflows/a.yml", f"on: push\njobs:\n  a:\n    {match}\n    steps: []\n")


_WRITERS: Mapping[str, Callable[[str], Sample]] = {
    "ci_runner": _workflow,
    "cli_flag": _flag,
    "cmake": _cmake,
    "config_key": _setting,
    "cpp_api": _native,
    "cpp_header": _header,
    "cuda_kernel_syntax": _kernel,
    "docker_image": _image,
    "env_var": _variable,
    "http_api": _address,
    "js_api": _npm,
    "k8s_resource": _resource,
    "metric_name": _metric,
    "pip_package": _package,
    "python_api": _python,
    "python_import": _imported,
    "python_string": _python,
    "shell_command": _command,
}
