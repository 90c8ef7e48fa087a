"""Which language a file is written in, told by its name and, for YAML, its content."""

from __future__ import annotations

from migration_engine.expression import expression
from migration_engine.scan.readers.yaml.dialects import yaml_dialect

_BY_SUFFIX = {
    ".py": "python", ".pyi": "python", ".pyw": "python", ".ipynb": "notebook",
    ".sh": "shell", ".bash": "shell", ".zsh": "shell", ".ksh": "shell", ".envrc": "shell",
    ".slurm": "shell", ".sbatch": "shell", ".pbs": "shell", ".service": "systemd",
    ".yaml": "yaml", ".yml": "yaml", ".json": "json", ".jsonc": "json", ".json5": "json", ".jsonl": "data",
    ".toml": "toml", ".cfg": "ini", ".ini": "ini", ".conf": "ini", ".properties": "ini",
    ".env": "dotenv", ".dockerfile": "dockerfile", ".containerfile": "dockerfile",
    ".c": "c", ".h": "c", ".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".hpp": "cpp", ".hh": "cpp",
    ".hxx": "cpp", ".inl": "cpp", ".ipp": "cpp", ".tcc": "cpp", ".cu": "cuda", ".cuh": "cuda",
    ".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".jsx": "javascript",
    ".ts": "typescript", ".mts": "typescript", ".cts": "typescript", ".tsx": "typescript",
    ".vue": "javascript", ".svelte": "javascript",
    ".html": "html", ".css": "css", ".scss": "css", ".txt": "text",
    ".md": "markdown", ".mdx": "markdown", ".markdown": "markdown", ".rst": "rst",
    ".cmake": "cmake", ".mk": "make", ".csv": "data", ".tsv": "data",
    ".groovy": "jenkins", ".jenkinsfile": "jenkins", ".pbtxt": "pbtxt", ".textproto": "pbtxt",
    ".tf": "terraform", ".tfvars": "terraform", ".hcl": "terraform", ".bzl": "bazel", ".bazel": "bazel",
    ".pyx": "cython", ".pxd": "cython", ".pxi": "cython",
}  # fmt: skip
# A file of any kind that is filled in later; the suffix before says which kind.
_TEMPLATES = frozenset(
    {
        ".j2",
        ".jinja",
        ".jinja2",
        ".tmpl",
        ".tpl",
        ".template",
        ".tftpl",
        ".in",
        ".example",
        ".sample",
        ".dist",
    }
)
# Sources, too, that nothing here reads yet: to be told, for they may hold any coupling.
_UNREAD_BY_SUFFIX = {
    ".go": "go", ".rs": "rust", ".java": "java", ".kt": "kotlin", ".kts": "kotlin", ".scala": "scala",
    ".gradle": "groovy", ".clj": "clojure", ".cs": "csharp", ".fs": "fsharp",
    ".swift": "swift", ".m": "objective-c", ".mm": "objective-c", ".dart": "dart", ".zig": "zig",
    ".jl": "julia", ".r": "r", ".rmd": "r", ".f": "fortran", ".f90": "fortran", ".f95": "fortran",
    ".lua": "lua", ".rb": "ruby", ".php": "php", ".pl": "perl", ".pm": "perl", ".ex": "elixir",
    ".exs": "elixir", ".erl": "erlang", ".hs": "haskell", ".ml": "ocaml", ".nim": "nim", ".mojo": "mojo",
    ".cl": "opencl", ".hip": "hip", ".ptx": "ptx",
    ".metal": "metal", ".glsl": "shader", ".wgsl": "shader", ".hlsl": "shader", ".proto": "protobuf",
    ".ps1": "powershell", ".bat": "batch", ".cmd": "batch", ".fish": "fish",
    ".nix": "nix", ".sql": "sql",
}  # fmt: skip
_UNREAD_BY_NAME = {"vagrantfile": "ruby", "rakefile": "ruby"}
COMPILED = "compiled"
"""A file that holds no text, known by its suffix alone."""
UNREAD = frozenset({*_UNREAD_BY_SUFFIX.values(), "script"})
_BY_NAME = {
    "makefile": "make", "gnumakefile": "make", "cmakelists.txt": "cmake", "pipfile": "toml",
    "package.json": "npm", "jsconfig.json": "tsconfig", "setup.py": "python",
    "setup.cfg": "setup", "tox.ini": "setup",
    ".bashrc": "shell", ".profile": "shell", ".envrc": "shell", "justfile": "shell",
    **dict.fromkeys(
        ("poetry.lock", "uv.lock", "pdm.lock", "pipfile.lock", "package-lock.json", "npm-shrinkwrap.json",
         "pnpm-lock.yaml", "yarn.lock", "conda-lock.yml", "conda-lock.yaml", "pixi.lock", "pylock.toml"),
        "lock",
    ),
}  # fmt: skip
_REQUIREMENTS = expression(
    r"^(?:[\w.-]*[._-])?(?:requirements?|constraints?|reqs?)(?:[._-][\w.-]*)?\.(?:txt|in|pip|lock)$"
)
_DOCKERFILE = expression(r"^(?:[\w.-]+[._-])?(?:docker|container)file(?:[._-][\w.-]+)?$")
_MAKEFILE = expression(r"^(?:gnu)?makefile[._-][\w.-]+$")
_SHEBANG = expression(rb"^#!.*\b(python|bash|sh|zsh|ksh|dash)")


# Suffixes that no kind with a varying name has.
_TELLING = _BY_SUFFIX.keys() - {".txt", ".json", ".dockerfile", ".containerfile"}


def language_of(path: str, data: bytes) -> str:
    """The language's name as rules use it in `files`."""
    name = path.rpartition("/")[2].lower()
    language = _by_name(path, name)
    if language == "yaml":
        return _yaml(path, name, data)
    return language or _by_first_line(data)


def _yaml(path: str, name: str, data: bytes) -> str:
    """A template is read as Helm's are."""
    suffix = suffix_of(name)
    if suffix in _TEMPLATES and (b"{{" in data or b"{%" in data):
        return "helm"
    return yaml_dialect(path, name.removesuffix(suffix) if suffix in _TEMPLATES else name, data)


def _by_first_line(data: bytes) -> str:
    """A program without a suffix names its interpreter."""
    if found := _SHEBANG.match(data[:120]):
        return "python" if found.group(1) == b"python" else "shell"
    return "script" if data.startswith(b"#!") else "other"


def _by_name(path: str, name: str) -> str:
    suffix = suffix_of(name)
    known = _BY_NAME.get(name, "") or _by_pattern(path, name, suffix)
    if known:
        return known
    if suffix in _TEMPLATES:
        return _by_name(path, name.removesuffix(suffix)) or ("helm" if suffix == ".tpl" else "")
    return _BY_SUFFIX.get(suffix, "") or _UNREAD_BY_SUFFIX.get(suffix, "") or _UNREAD_BY_NAME.get(name, "")


def suffix_of(name: str) -> str:
    """With its dot; empty where the name only begins or ends with one."""
    dot = name.rfind(".")
    return name[dot:] if 0 < dot < len(name) - 1 else ""


def _by_pattern(path: str, name: str, suffix: str) -> str:
    """Kinds whose names vary. A Dockerfile may end in anything but the suffix of another kind."""
    if suffix in _TELLING and not name.startswith((".env.", "jenkinsfile")):
        return ""
    if name == ".env" or name.startswith(".env."):
        return "dotenv"
    if path.rpartition("/")[2] in ("BUILD", "WORKSPACE"):
        return "bazel"
    if name.startswith("jenkinsfile"):
        return "jenkins"
    if name.startswith("tsconfig.") and suffix == ".json":
        return "tsconfig"
    in_requirements = "requirements" in path.lower().split("/")[:-1] and suffix in (".txt", ".in")
    if in_requirements or _REQUIREMENTS.match(name):
        return "requirements"
    other = suffix in _TEMPLATES or (suffix in _BY_SUFFIX and not suffix.endswith("file"))
    if _DOCKERFILE.match(name) and not other and suffix != ".dockerignore":
        return "dockerfile"
    return "make" if _MAKEFILE.match(name) and not other else ""
