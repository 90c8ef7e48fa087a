"""Which reader reads which language. Each is loaded when a file of its language is met."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from migration_engine.scan.sighting import Reader

_HERE = __name__.rpartition(".")[0]
_YAML = frozenset({"ci", "compose", "conda", "helm", "kubernetes", "prometheus", "yaml"})
_PLACES = {
    "bazel": "python.reader.read_python",  # Starlark is Python in its syntax
    "c": "c_family.read_c",
    "cmake": "cmake.read_cmake",
    "cpp": "c_family.read_c",
    "cuda": "c_family.read_c",
    "cython": "python.reader.read_python",  # what does not parse is read line by line
    "dockerfile": "shell.dockerfile.read_dockerfile",
    "dotenv": "dotenv.read_dotenv",
    "ini": "inis.read_ini",
    "javascript": "javascript.read_javascript",
    "jenkins": "jenkins.read_jenkins",
    "json": "jsons.read_json",
    "lock": "locks.read_lock",
    "make": "cmake.read_make",
    "markdown": "documents.read_markdown",
    "notebook": "notebook.read_notebook",
    "npm": "jsons.read_npm",
    "pbtxt": "pbtxt.read_pbtxt",
    "python": "python.reader.read_python",
    "requirements": "requirements.read_requirements",
    "rst": "documents.read_rst",
    "setup": "inis.read_ini",
    "shell": "shell.script.read_shell",
    "systemd": "systemd.read_systemd",
    "terraform": "hcl.read_hcl",
    "toml": "tomls.read_toml",
    "tsconfig": "tsconfig.read_tsconfig",
    "typescript": "javascript.read_javascript",
    **dict.fromkeys(_YAML, "yaml.file.yaml_reader"),
}


class _Readers(Mapping[str, Reader]):
    """A reader by its language; most trees hold files of a few languages only."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = places
        self._loaded: dict[str, Reader] = {}

    def __getitem__(self, language: str) -> Reader:
        if language not in self._loaded:
            module, _, name = self._places[language].rpartition(".")
            found = getattr(import_module(f"{_HERE}.{module}"), name)
            self._loaded[language] = found(language) if language in _YAML else found
        return self._loaded[language]

    def __contains__(self, language: object) -> bool:
        return language in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


READERS: Mapping[str, Reader] = _Readers(_PLACES)

# Read also when no rule can match, for the files that they name.
LINKS_ONLY = frozenset(
    {
        *("notebook", "python", "javascript", "typescript", "dockerfile", "compose", "ci", "kubernetes"),
        *("make", "npm", "requirements", "shell", "tsconfig", "c", "cpp", "cuda"),
    }
)
