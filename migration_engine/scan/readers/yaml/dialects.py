"""Which kind of YAML a file is, told by its path and its first keys."""

from __future__ import annotations

import re

from migration_engine.expression import expression

_COMPOSE = expression(rb"^services\s*:", re.MULTILINE)
_COMPOSE_NAME = expression(r"^(?:.*[.-])?(?:docker-)?compose[\w.-]*\.ya?ml$")
_KUBERNETES = expression(rb"^(?:apiVersion|kind)\s*:", re.MULTILINE)
_PROMETHEUS = expression(rb"^\s*(?:- )?(?:groups|scrape_configs|expr|alert)\s*:", re.MULTILINE)
_CONDA = expression(rb"^(?:channels|dependencies)\s*:", re.MULTILINE)
_CONDA_NAME = expression(r"^(?:(?:conda[\w.-]*|[\w.-]*environment[\w.-]*)\.ya?ml|meta\.yaml)$")
_VALUES_NAME = expression(r"^(?:[\w.-]+[.-])?values(?:[.-][\w.-]+)?\.ya?ml$")
_CI_FOLDERS = (
    *("/.github/workflows/", "/.github/actions/", "/.buildkite/", "/.circleci/", "/.gitlab-ci/"),
    *("/.gitlab/", "/.azure-pipelines/", "/.ci/", "/.woodpecker/", "/.tekton/"),
)
_CI_NAME = expression(
    r"^(?:.*\.?gitlab-ci.*|azure-pipelines.*|\.travis|\.?appveyor|bitbucket-pipelines|\.drone|cloudbuild.*|"
    r"buildspec.*|\.cirrus|action)\.ya?ml$"
)


def yaml_dialect(path: str, name: str, data: bytes) -> str:
    """The language's name as rules use it in `files`."""
    if _CI_NAME.match(name) or any(folder in f"/{path}" for folder in _CI_FOLDERS):
        return "ci"
    if _VALUES_NAME.match(name) or (b"{{" in data and "/templates/" in f"/{path}"):
        return "helm"
    if _COMPOSE_NAME.match(name) or _COMPOSE.search(data):
        return "compose"
    if _CONDA_NAME.match(name) or len(set(_CONDA.findall(data))) == 2:
        return "conda"
    if len(set(_KUBERNETES.findall(data))) == 2:
        return "kubernetes"
    if _PROMETHEUS.search(data):
        return "prometheus"
    return "yaml"
