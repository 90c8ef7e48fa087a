"""Which language a file is written in, told by its name and, for YAML, its content."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

_BY_SUFFIX = {
    ".py": "python", ".pyi": "python", ".ipynb": "notebook",
    ".sh": "shell", ".bash": "shell", ".zsh": "shell", ".service": "shell",
    ".yaml": "yaml", ".yml": "yaml", ".tpl": "helm",
    ".json": "json", ".jsonl": "data", ".toml": "toml", ".cfg": "ini", ".ini": "ini", ".conf": "ini",
    ".env": "dotenv", ".dockerfile": "dockerfile",
    ".c": "c", ".h": "c", ".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".hpp": "cpp",
    ".cu": "cuda", ".cuh": "cuda",
    ".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".jsx": "javascript",
    ".ts": "typescript", ".tsx": "typescript", ".vue": "javascript", ".svelte": "javascript",
    ".html": "html", ".css": "css", ".scss": "css", ".md": "markdown", ".rst": "rst", ".txt": "text",
    ".cmake": "cmake", ".csv": "data", ".tsv": "data",
}  # fmt: skip
# Sources, too, that nothing here reads yet: to be told, for they may hold any coupling.
_UNREAD_BY_SUFFIX = {
    ".go": "go", ".rs": "rust", ".java": "java", ".kt": "kotlin", ".kts": "kotlin", ".scala": "scala",
    ".groovy": "groovy", ".gradle": "groovy", ".clj": "clojure", ".cs": "csharp", ".fs": "fsharp",
    ".swift": "swift", ".m": "objective-c", ".mm": "objective-c", ".dart": "dart", ".zig": "zig",
    ".jl": "julia", ".r": "r", ".rmd": "r", ".f": "fortran", ".f90": "fortran", ".f95": "fortran",
    ".lua": "lua", ".rb": "ruby", ".php": "php", ".pl": "perl", ".pm": "perl", ".ex": "elixir",
    ".exs": "elixir", ".erl": "erlang", ".hs": "haskell", ".ml": "ocaml", ".nim": "nim", ".mojo": "mojo",
    ".pyx": "cython", ".pxd": "cython", ".pxi": "cython", ".cl": "opencl", ".hip": "hip", ".ptx": "ptx",
    ".metal": "metal", ".glsl": "shader", ".wgsl": "shader", ".hlsl": "shader", ".proto": "protobuf",
    ".ps1": "powershell", ".bat": "batch", ".cmd": "batch", ".fish": "fish", ".tf": "terraform",
    ".nix": "nix", ".bzl": "bazel", ".bazel": "bazel", ".sql": "sql",
}  # fmt: skip
_UNREAD_BY_NAME = {"jenkinsfile": "groovy", "build": "bazel", "workspace": "bazel", "vagrantfile": "ruby"}
UNREAD = frozenset({*_UNREAD_BY_SUFFIX.values(), "script"})
_BY_NAME = {
    "makefile": "make", "cmakelists.txt": "cmake", "pipfile": "toml",
    "package.json": "npm", "jsconfig.json": "tsconfig",
    "environment.yml": "conda", "environment.yaml": "conda", "setup.py": "python",
}  # fmt: skip
_REQUIREMENTS = re.compile(r"^(?:requirements|constraints)[\w.-]*\.(?:txt|in)$")
_COMPOSE = re.compile(rb"^services\s*:", re.MULTILINE)
_COMPOSE_NAME = re.compile(r"^(?:docker-)?compose[\w.-]*\.ya?ml$")
_KUBERNETES = re.compile(rb"^(?:apiVersion|kind)\s*:", re.MULTILINE)
_PROMETHEUS = re.compile(rb"^\s*(?:- )?(?:groups|scrape_configs|expr|alert)\s*:", re.MULTILINE)
_SHEBANG = re.compile(rb"^#!.*\b(python|bash|sh|zsh)")
_CI_PATHS = (".github/workflows/", ".buildkite/", ".circleci/")
_CI_NAMES = frozenset({".gitlab-ci.yml", "azure-pipelines.yml", ".travis.yml"})


def language_of(path: str, data: bytes) -> str:
    """The language's name as rules use it in `files`."""
    name = PurePosixPath(path).name.lower()
    language = _by_name(path, name)
    if language == "yaml":
        return _yaml_dialect(path, name, data)
    return language or _by_first_line(data)


def _by_first_line(data: bytes) -> str:
    """A program without a suffix names its interpreter."""
    if found := _SHEBANG.match(data[:120]):
        return "python" if found.group(1) == b"python" else "shell"
    return "script" if data.startswith(b"#!") else "other"


def _by_name(path: str, name: str) -> str:
    if name in _BY_NAME:
        return _BY_NAME[name]
    if name.startswith(("dockerfile", "containerfile")):
        return "dockerfile"
    if name == ".env" or name.startswith(".env."):
        return "dotenv"
    in_requirements = "requirements" in path.lower().split("/")[:-1] and name.endswith((".txt", ".in"))
    if name.startswith("tsconfig.") and name.endswith(".json"):
        return "tsconfig"
    if _REQUIREMENTS.match(name) or in_requirements:
        return "requirements"
    suffix = PurePosixPath(name).suffix
    return _BY_SUFFIX.get(suffix, "") or _UNREAD_BY_SUFFIX.get(suffix, "") or _UNREAD_BY_NAME.get(name, "")


def _yaml_dialect(path: str, name: str, data: bytes) -> str:
    if name in _CI_NAMES or any(part in f"{path}" for part in _CI_PATHS):
        return "ci"
    if b"{{" in data and ("/templates/" in f"/{path}" or name == "values.yaml"):
        return "helm"
    if _COMPOSE_NAME.match(name) or _COMPOSE.search(data):
        return "compose"
    if len(_KUBERNETES.findall(data)) >= 2:
        return "kubernetes"
    if _PROMETHEUS.search(data):
        return "prometheus"
    return "yaml"
