"""Files that are made to hurt who reads them: too deep, too long, too many, or many times themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator

MEBIBYTE = 1024 * 1024
CUDA = b"import torch\ntorch.cuda.synchronize()\n"


def _python() -> Iterator[tuple[str, bytes]]:
    yield "parentheses.py", CUDA + b"x = " + b"(" * 100_000 + b"1" + b")" * 100_000
    yield "minus.py", CUDA + b"x = " + b"-" * 500_000 + b"1\n"
    yield "plus.py", CUDA + b"x = " + b"+".join([b"1"] * 100_000) + b"\n"
    yield "attributes.py", CUDA + b"x = a" + b".b" * 100_000 + b"\n"
    yield "calls.py", CUDA + b"x = torch" + b".cuda()" * 50_000 + b"\n"
    yield "elif.py", CUDA + b"if a: pass\n" + b"elif torch.cuda.is_available(): pass\n" * 30_000
    yield "many_places.py", b"import torch\n" + b"torch.cuda.synchronize()\n" * 100_000
    yield "one_line.py", b"import torch\n" + b"torch.cuda.synchronize();" * 40_000
    yield "format.py", CUDA + b"x = f'" + b"{torch.cuda}" * 50_000 + b"'\n"
    yield "long_string.py", CUDA + b"x = '" + b"torch.cuda " * 800_000 + b"'\n"
    yield "50_mb_line.py", b"x = '" + b"torch.cuda " * (50 * MEBIBYTE // 11) + b"'\n"
    yield "escapes.py", CUDA + b"x = '" + b"\\N{DIGIT ONE}" * 200_000 + b"'\n"
    yield "no_unicode.py", CUDA + b"x = '" + b"\xff\xfe" * 500_000 + b"'\n"
    yield "secrets.py", CUDA + b"# " + b"token_password_" * 500_000 + b"= 'x'\n"
    yield "keys.py", CUDA + b"-----BEGIN RSA PRIVATE KEY-----" * 100_000
    yield "addresses.py", CUDA + b"# " + b"https://a:" * 500_000


def _c_family() -> Iterator[tuple[str, bytes]]:
    head = b"#include <cuda_runtime.h>\n"
    yield "parentheses.c", head + b"(" * (10 * MEBIBYTE - len(head))
    yield "launches.cu", head + b"k<<<" * 500_000
    yield "comments.cu", head + b"/*" * 1_000_000
    yield "quotes.cu", head + b'"\\' * 1_000_000
    yield "conditions.cu", head + b"#if CUDA\n" * 200_000
    yield "calls.cu", head + b"cudaMalloc(&p, 1);" * 50_000


def _data() -> Iterator[tuple[str, bytes]]:
    laughs = ["a: &a [nvidia.com/gpu, cuda]"]
    laughs += [f"{chr(98 + n)}: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 9)}]" for n in range(20)]
    yield "laughs.yaml", "\n".join(laughs).encode()
    yield (
        "merges.yaml",
        b"a: &a\n  cuda: 1\n" + b"".join(b"b%d: &b%d\n  <<: [*a, *a]\n" % (n, n) for n in range(5000)),
    )
    yield "deep.yaml", b"nvidia.com/gpu: " + b"[" * 200_000 + b"]" * 200_000
    yield "documents.yaml", b"---\nnvidia.com/gpu: 1\n" * 100_000
    yield "deep.json", b'{"cuda":' * 200_000 + b"1" + b"}" * 200_000
    yield "digits.json", b'{"cuda": ' + b"9" * 5_000_000 + b"}"
    yield "deep/pyproject.toml", b"torch = " + b"[" * 100_000 + b"]" * 100_000
    yield "dots/pyproject.toml", b"torch." + b"a." * 100_000 + b"b = 1"
    yield "requirements.txt", b"torch==2.0+cu121 ; " + b"(" * 2_000_000
    yield "many/requirements.txt", b"torch==2.0+cu121\n" * 100_000
    cell = {"cell_type": "code", "source": ["import torch\n", "torch.cuda.synchronize()\n"] * 20}
    yield "huge.ipynb", json.dumps({"nbformat": 4, "metadata": {}, "cells": [cell] * 2000}).encode()
    odd = {"cell_type": "code", "source": "source"}
    yield "same.ipynb", json.dumps({"cells": [odd] * 50_000, "x": "torch.cuda"}).encode()
    yield "deep.ipynb", b'{"cells":' + b"[" * 200_000 + b"]" * 200_000 + b',"x":"torch.cuda"}'


def _scripts() -> Iterator[tuple[str, bytes]]:
    yield "minified.js", b"fetch('http://x/cuda');function(){return tensorflow.gpu}" * 50_000
    yield "require.js", b"require(" * 500_000 + b"'cuda'"
    yield "templates.js", b"`${" * 500_000 + b"cuda"
    yield "pattern.js", b"/" + b"(a+)+cuda" * 300_000
    yield "quotes.sh", b"nvidia-smi '" + b"$(nvidia-smi " * 50_000
    yield "heredocs.sh", b"nvidia-smi\n" + b"cat <<EOF\n" * 200_000
    yield "Dockerfile", b"FROM nvidia/cuda\nRUN " + b"echo nvidia-smi && \\\n" * 50_000
    yield "CMakeLists.txt", b"find_package(CUDA)\n" + b"if(" * 500_000
    yield "chart/templates/deployment.yaml", b"nvidia.com/gpu: {{ " + b"{{ if " * 200_000
    yield "README.md", b"```python\ntorch.cuda\n" * 50_000
    yield ".env", b"CUDA_VISIBLE_DEVICES=" + b"'" * 5_000_000


def bombs() -> dict[str, bytes]:
    """Return path and content of each."""
    return dict((*_python(), *_c_family(), *_data(), *_scripts()))
