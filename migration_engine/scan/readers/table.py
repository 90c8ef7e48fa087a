"""Which reader reads which language."""

from __future__ import annotations

from collections.abc import Mapping

from migration_engine.scan.links.script_settings import read_tsconfig
from migration_engine.scan.readers.c_family import read_c
from migration_engine.scan.readers.cmake import read_cmake, read_make
from migration_engine.scan.readers.documents import read_markdown, read_rst
from migration_engine.scan.readers.dotenv import read_dotenv
from migration_engine.scan.readers.hcl import read_hcl
from migration_engine.scan.readers.inis import read_ini
from migration_engine.scan.readers.javascript import read_javascript
from migration_engine.scan.readers.jenkins import read_jenkins
from migration_engine.scan.readers.jsons import read_json, read_npm
from migration_engine.scan.readers.locks import read_lock
from migration_engine.scan.readers.notebook import read_notebook
from migration_engine.scan.readers.pbtxt import read_pbtxt
from migration_engine.scan.readers.python.reader import read_python
from migration_engine.scan.readers.requirements import read_requirements
from migration_engine.scan.readers.shell.dockerfile import read_dockerfile
from migration_engine.scan.readers.shell.script import read_shell
from migration_engine.scan.readers.systemd import read_systemd
from migration_engine.scan.readers.tomls import read_toml
from migration_engine.scan.readers.yaml.file import yaml_reader
from migration_engine.scan.sighting import Reader

READERS: Mapping[str, Reader] = {
    "bazel": read_python,  # Starlark is Python in its syntax
    "c": read_c,
    "ci": yaml_reader("ci"),
    "cmake": read_cmake,
    "compose": yaml_reader("compose"),
    "conda": yaml_reader("conda"),
    "cpp": read_c,
    "cuda": read_c,
    "cython": read_python,  # what does not parse is read line by line
    "dockerfile": read_dockerfile,
    "dotenv": read_dotenv,
    "helm": yaml_reader("helm"),
    "ini": read_ini,
    "javascript": read_javascript,
    "jenkins": read_jenkins,
    "json": read_json,
    "kubernetes": yaml_reader("kubernetes"),
    "lock": read_lock,
    "make": read_make,
    "markdown": read_markdown,
    "notebook": read_notebook,
    "npm": read_npm,
    "pbtxt": read_pbtxt,
    "prometheus": yaml_reader("prometheus"),
    "python": read_python,
    "requirements": read_requirements,
    "rst": read_rst,
    "setup": read_ini,
    "shell": read_shell,
    "systemd": read_systemd,
    "terraform": read_hcl,
    "toml": read_toml,
    "tsconfig": read_tsconfig,
    "typescript": read_javascript,
    "yaml": yaml_reader("yaml"),
}

# Read also when no rule can match, for the files that they name.
LINKS_ONLY: Mapping[str, Reader] = {
    "notebook": read_notebook,
    "python": read_python,
    "javascript": read_javascript,
    "typescript": read_javascript,
    "dockerfile": read_dockerfile,
    "compose": yaml_reader("compose"),
    "ci": yaml_reader("ci"),
    "kubernetes": yaml_reader("kubernetes"),
    "make": read_make,
    "npm": read_npm,
    "requirements": read_requirements,
    "shell": read_shell,
    "tsconfig": read_tsconfig,
    "c": read_c,
    "cpp": read_c,
    "cuda": read_c,
}
