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
    ".cmake": "cmake", ".go": "go", ".rs": "rust", ".java": "java", ".sql": "sql",
    ".csv": "data", ".tsv": "data",
}  # fmt: skip
_BY_NAME = {
    "makefile": "make", "cmakelists.txt": "cmake", "pipfile": "toml", "jenkinsfile": "jenkins",
    "package.json": "npm", "environment.yml": "conda", "environment.yaml": "conda", "setup.py": "python",
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
    if not language and (found := _SHEBANG.match(data[:120])):
        return "python" if found.group(1) == b"python" else "shell"
    return language or "other"


def _by_name(path: str, name: str) -> str:
    if name in _BY_NAME:
        return _BY_NAME[name]
    if name.startswith(("dockerfile", "containerfile")):
        return "dockerfile"
    if name == ".env" or name.startswith(".env."):
        return "dotenv"
    in_requirements = "requirements" in path.lower().split("/")[:-1] and name.endswith((".txt", ".in"))
    if _REQUIREMENTS.match(name) or in_requirements:
        return "requirements"
    return _BY_SUFFIX.get(PurePosixPath(name).suffix, "")


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
