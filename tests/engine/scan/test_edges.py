"""Which file a written name means: imports, includes, commands, services, and calls between them."""

import pytest

from tests.engine.scan.reading import scan


def links(files):
    return {(edge.source, edge.target, edge.kind.value) for edge in scan(files).edges}


def imports_of(path, files):
    return {target for source, target, kind in links(files) if (source, kind) == (path, "import")}


def test_a_module_of_the_importers_own_folder_is_found():
    assert imports_of("tools/run.py", {"tools/run.py": "import shared\n", "tools/shared.py": ""}) == {
        "tools/shared.py"
    }


@pytest.mark.parametrize("name", ["datasets", "openai", "utils"])
def test_a_package_from_outside_is_not_mistaken_for_a_file_of_another_folder(name):
    files = {"app/main.py": f"import {name}\n", f"bench/{name}.py": ""}

    assert imports_of("app/main.py", files) == set()
    assert scan(files).imports == {"app/main.py": (name,)}


def test_a_module_of_the_standard_library_is_never_a_file_of_the_tree():
    assert (
        imports_of("app/run.py", {"app/run.py": "import types\nimport logging\n", "app/types.py": ""})
        == set()
    )


def test_a_project_inside_the_tree_is_an_import_root():
    files = {"app/main.py": "import kernels\n", "libs/k/setup.py": "", "libs/k/src/kernels.py": ""}

    assert imports_of("app/main.py", files) == {"libs/k/src/kernels.py"}


def test_a_name_of_several_parts_is_found_where_only_one_file_has_it():
    files = {"api/main.py": "from shared.db import connect\n", "common/shared/db.py": ""}

    assert imports_of("api/main.py", files) == {"common/shared/db.py"}
    assert imports_of("api/main.py", files | {"other/shared/db.py": ""}) == set()


def test_dots_beyond_the_top_of_the_tree_lead_nowhere():
    assert imports_of("a/b.py", {"a/b.py": "from ....c import d\n", "c.py": ""}) == set()


def test_both_ways_of_reading_python_see_the_same_imports():
    head = "import pkg.a\nfrom pkg import (\n    b,  # why\n    c as d,\n)\nfrom . import e\n"
    files = {f"pkg/{name}.py": "" for name in ("__init__", "a", "b", "c")} | {"e.py": ""}

    quick = imports_of("main.py", files | {"main.py": head})
    full = imports_of("main.py", files | {"main.py": head + "import torch\ntorch.cuda.synchronize()\n"})

    assert quick == full == {"pkg/a.py", "pkg/b.py", "pkg/c.py", "e.py"}


SCRIPTS = {
    "web/tsconfig.json": '{ // aliases\n "compilerOptions": {"paths": {"#lib/*": ["src/lib/*"],},},\n}',
    "web/src/lib/a.ts": "",
    "web/src/lib/index.tsx": "",
    "ui/package.json": '{"name": "@acme/ui", "main": "dist/index.js"}',
    "ui/src/index.ts": "",
}


@pytest.mark.parametrize(
    ("written", "target"),
    [
        ("./lib/a", "web/src/lib/a.ts"),
        ("./lib/a.js", "web/src/lib/a.ts"),
        ("./lib", "web/src/lib/index.tsx"),
        ("#lib/a", "web/src/lib/a.ts"),
        ("@/lib/a", "web/src/lib/a.ts"),
        ("@acme/ui", "ui/src/index.ts"),
        ("react", None),
        ("./gone", None),
        ("../../../../etc/passwd", None),
    ],
)
def test_a_script_finds_its_modules(written, target):
    files = SCRIPTS | {"web/src/main.ts": f"import x from '{written}';\n"}

    assert imports_of("web/src/main.ts", files) == ({target} if target else set())


def test_a_header_is_the_nearest_and_never_one_of_two_as_near():
    include = {"k/a.cu": '#include "inc/v.h"\n'}

    assert links(include | {"d/inc/v.h": ""}) == {("k/a.cu", "d/inc/v.h", "include")}
    assert links(include | {"d/inc/v.h": "", "e/inc/v.h": ""}) == set()
    assert links(include | {"k/inc/v.h": "", "e/inc/v.h": ""}) == {("k/a.cu", "k/inc/v.h", "include")}


def test_a_path_inside_an_image_is_the_file_that_was_copied_there():
    files = {
        "api/Dockerfile": 'FROM x\nWORKDIR /app\nCOPY src/ /app/\nCOPY run.sh .\nCMD ["python", "main.py"]\n',
        "api/src/main.py": "",
        "api/run.sh": "python /elsewhere/main.py\n",
        "main.py": "",
    }

    assert links(files) == {
        ("api/Dockerfile", "api/run.sh", "config"),
        ("api/Dockerfile", "api/src/main.py", "exec"),
    }


COMPOSE = """services:
  api:
    build: ./api
    env_file: .env
    volumes: ["./conf/x.yaml:/etc/x.yaml:ro"]
  model:
    build: {context: ., dockerfile: model/Dockerfile}
    image: acme/model:1
    ports: ["9001:8000"]
"""


def test_a_compose_file_leads_to_what_its_services_are_built_from_and_read():
    files = {
        "compose.yaml": COMPOSE,
        **dict.fromkeys((".env", "conf/x.yaml", "api/Dockerfile", "model/Dockerfile"), ""),
    }

    assert links(files) == {
        ("compose.yaml", "api/Dockerfile", "image"),
        ("compose.yaml", "model/Dockerfile", "image"),
        ("compose.yaml", ".env", "config"),
        ("compose.yaml", "conf/x.yaml", "config"),
    }


def test_a_manifest_leads_to_the_image_that_the_tree_builds():
    manifest = "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - image: acme/model:1\n  - image: redis\n"
    files = {"compose.yaml": COMPOSE, "model/Dockerfile": "", "k8s/pod.yaml": manifest}

    assert ("k8s/pod.yaml", "model/Dockerfile", "image") in links(files)


@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("http://model:8000/v1", "model/Dockerfile"),
        ("http://localhost:9001/v1", "model/Dockerfile"),
        ("http://127.0.0.1:7777/health", "serve.py"),
        ("http://localhost:7000", None),
        ("https://model.example.org/v1", None),
        ("http://unknown:8000", None),
    ],
)
def test_a_constant_call_leads_to_the_service_behind_it(address, target):
    files = {
        "compose.yaml": COMPOSE,
        "model/Dockerfile": "",
        "serve.py": "import uvicorn\nuvicorn.run(app, host='0.0.0.0', port=7777)\n",
        "call.py": f"import requests\nrequests.get('{address}')\n",
    }
    edges = [edge for edge in scan(files).edges if edge.source == "call.py"]

    assert [(one.target, one.kind.value) for one in edges] == ([(target, "http")] if target else [])
    assert {one.confidence.value for one in edges} <= {"likely"}


@pytest.mark.parametrize(
    "row", ["# http://model:8000", "url = f'http://{host}:8000'", "x = 'http://model:' + p"]
)
def test_a_comment_or_an_address_that_is_put_together_calls_nothing(row):
    files = {"compose.yaml": COMPOSE, "model/Dockerfile": "", "call.py": f"{row}\n"}

    assert not [edge for edge in scan(files).edges if edge.source == "call.py"]


def test_a_port_that_two_servers_bind_leads_to_neither():
    server = "import uvicorn\nuvicorn.run(app, port=7777)\n"
    files = {"a.py": server, "b.py": server, "call.py": "u = 'http://localhost:7777'\n"}

    assert links(files) == set()


def test_requirements_name_each_other():
    files = {
        "a/requirements.txt": "-r ../base.txt\n--constraint=pins.txt\n",
        "base.txt": "",
        "a/pins.txt": "",
    }

    assert links(files) == {
        ("a/requirements.txt", "base.txt", "config"),
        ("a/requirements.txt", "a/pins.txt", "config"),
    }


@pytest.mark.parametrize(
    ("command", "target"),
    [
        ("python tool/y.py --x 1", "tool/y.py"),
        ("./tool/x.sh", "tool/x.sh"),
        ("bash tool/x.sh && true", "tool/x.sh"),
        ("python -m tool.y", "tool/y.py"),
        ("python3 -m torch.distributed.run --nproc 8 tool/y.py", "tool/y.py"),
        ("torchrun --nproc_per_node 8 tool/y.py a.sh", "tool/y.py"),
        ("uv run python tool/y.py", "tool/y.py"),
        ("uvicorn tool.y:app --host 0.0.0.0", "tool/y.py"),
        ("python -m gunicorn -w 4 tool.y:app", "tool/y.py"),
        ("celery -A tool.y worker", "tool/y.py"),
        ("node tool/z.js", "tool/z.js"),
        ("docker build -f tool/Dockerfile .", "tool/Dockerfile"),
        ("docker buildx build --push tool", "tool/Dockerfile"),
        ("python -c 'import x' tool/y.py", None),
        ("python $HOME/tool/y.py", None),
        ("python gone.py", None),
        ("echo tool/y.py", None),
    ],
)
def test_a_command_leads_to_what_it_starts(command, target):
    tools = dict.fromkeys(("tool/y.py", "tool/x.sh", "tool/z.js", "tool/Dockerfile"), "")
    files = tools | {"run.sh": f"{command}\n"}

    assert {end for start, end, _ in links(files) if start == "run.sh"} == ({target} if target else set())


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (".github/workflows/ci.yml", "jobs:\n  a:\n    steps:\n      - run: |\n          python tool/y.py\n"),
        ("Makefile", "all:\n\t@python tool/y.py\n"),
        ("Dockerfile", "FROM x\nCOPY . /app\nWORKDIR /app\nENTRYPOINT python tool/y.py\n"),
    ],
)
def test_what_runs_a_script_leads_to_it(path, text):
    assert (path, "tool/y.py", "exec") in links({path: text, "tool/y.py": ""})
