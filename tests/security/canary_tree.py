"""A source tree in which everything that tools run by themselves would leave a marker and call home."""

from __future__ import annotations

import json
import os
import pickle
from pathlib import Path


class _Payload:
    """What a pickle runs when somebody loads it."""

    def __init__(self, command: str) -> None:
        self._command = command

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, (self._command,)


def lay(folder: Path, marker: Path) -> Path:
    """Write the tree; whatever of it runs makes the marker."""
    touch = f"touch {marker}"
    python = (
        f"import socket, torch\nopen({str(marker)!r}, 'w')\n"
        "socket.create_connection(('127.0.0.1', 9))\ntorch.cuda.synchronize()\n"
    )
    names = ("setup.py", "conftest.py", "sitecustomize.py", "usercustomize.py", "noxfile.py", "manage.py")
    # Named like modules that the scanner itself imports, for those who run it inside the tree.
    names += ("json.py", "yaml.py", "click.py", "ast.py", "tomllib.py", "hyperscan.py", "migration_engine.py")
    members = dict.fromkeys((*names, "pkg/__init__.py", "pkg/__main__.py"), python)
    cell = {"cell_type": "code", "source": [f"!{touch}\n", f"%run {marker}\n", *python.splitlines(True)]}
    members |= {
        "evil.pth": f"import os; os.system({touch!r})\n",
        "notebook.ipynb": json.dumps({"nbformat": 4, "metadata": {}, "cells": [cell]}),
        ".gitattributes": "*.py filter=evil diff=evil merge=evil\n",
        ".git/hooks/post-checkout": f"#!/bin/sh\n{touch}\n",
        ".git/config": f'[core]\n\tfsmonitor = "{touch}"\n[filter "evil"]\n\tsmudge = {touch}\n',
        ".gitmodules": '[submodule "s"]\n\tpath = s\n\turl = https://127.0.0.1:9/s.git\n',
        ".lfsconfig": "[lfs]\n\turl = https://127.0.0.1:9/lfs\n",
        "pyproject.toml": '[build-system]\nbuild-backend = "setup"\nbackend-path = ["."]\n',
        "package.json": json.dumps({"scripts": {"preinstall": touch, "postinstall": touch}}),
        "Makefile": f"all:\n\t{touch}\n$(shell {touch})\n",
        "CMakeLists.txt": f'find_package(CUDA)\nexecute_process(COMMAND sh -c "{touch}")\n',
        "Dockerfile": f"FROM nvidia/cuda\nRUN {touch}\n",
        ".envrc": f"{touch}\n",
        "run.sh": f"#!/bin/sh\nnvidia-smi\n{touch}\n$({touch})\n`{touch}`\n",
        "config.yaml": f'a: !!python/object/apply:os.system ["{touch}"]\nnvidia.com/gpu: 1\n',
        "chart/templates/a.yaml": '{{ include "evil" . }}\nnvidia.com/gpu: {{ .Values.gpu }}\n',
        "package.xml": '<!DOCTYPE a [<!ENTITY x SYSTEM "http://127.0.0.1:9/x">]><a>&x;</a>\n',
    }
    for name, text in members.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    for name in (".git/hooks/post-checkout", "run.sh"):
        (folder / name).chmod(0o755)
    (folder / "model.pkl").write_bytes(pickle.dumps(_Payload(touch)))
    (folder / "model.pt").write_bytes(pickle.dumps(_Payload(touch)))
    return folder
