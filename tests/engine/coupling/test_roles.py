"""What decides a role: who stands behind a server, who computes, who merely calls, what lies beside it."""

import pytest

from migration_engine.coupling import group
from migration_engine.model import Layer
from tests.engine.coupling.scans import WEAK, finding, scan, source_file


def layers(tree):
    return {component.id: component.layer for component in group(tree).components}


def reasons(tree, component):
    found = next(one for one in group(tree).components if one.id == component)
    return {vote.reason for vote in found.layer_votes}


def test_a_web_server_before_users_is_business_and_before_an_engine_serves():
    tree = scan(
        ["shop/server.py", "shop/orders.py", "tts/server.py", "tts/engine.py"],
        imports={
            "shop/server.py": ("fastapi",),
            "shop/orders.py": ("sqlalchemy", "jwt"),
            "tts/server.py": ("fastapi",),
            "tts/engine.py": ("torch", "transformers"),
        },
        edges=[("shop/server.py", "shop/orders.py"), ("tts/server.py", "tts/engine.py")],
    )
    homes = {file.path: file.component for file in group(tree).files}
    found = layers(tree)

    assert found[homes["shop/server.py"]] is Layer.BUSINESS
    assert "web server beside business data" in reasons(tree, homes["shop/server.py"])
    assert "web server beside an engine" in reasons(tree, homes["tts/server.py"])


@pytest.mark.parametrize("name", ["models", "embedding", "whisper", "engine", "rerankers"])
def test_a_name_of_the_runtime_is_no_runtime_where_only_a_service_is_called(name):
    path = f"{name}/client.py"
    tree = scan(
        [path],
        imports={path: ("requests",)},
        findings=[finding(path, WEAK, symbol="/v1/embeddings", layer=Layer.ORCHESTRATION)],
    )

    assert layers(tree) == {name: Layer.ORCHESTRATION}


def test_run_server_in_a_name_is_no_server_where_the_file_calls_an_api():
    path = "jobs/run_server.py"
    tree = scan(
        [path],
        imports={path: ("openai", "tiktoken")},
        findings=[finding(path, WEAK, symbol="openai.OpenAI", layer=Layer.ORCHESTRATION)],
    )

    assert layers(tree) == {"jobs": Layer.ORCHESTRATION}
    assert "calls a model service" in reasons(tree, "jobs")


def test_who_asks_the_driver_is_close_to_it_though_everybody_uses_it():
    users = {"web/page.py": ("streamlit",), "agent/plan.py": ("langchain",), "rt/model.py": ("torch", "timm")}
    tree = scan(
        [*users, "common/helpers.py"],
        imports={**users, "common/helpers.py": ("torch", "requests")},
        findings=[finding("common/helpers.py", symbol="torch.cuda.get_device_properties")],
        edges=[(user, "common/helpers.py") for user in users],
    )

    assert layers(tree)["common"] is Layer.COMPUTE


def test_many_libraries_of_the_runtime_do_not_drown_a_page():
    heavy = ("torch", "torchaudio", "librosa", "transformers", "peft", "soundfile")
    tree = scan(["app/webui.py"], imports={"app/webui.py": ("gradio", *heavy)})

    assert layers(tree) == {"app": Layer.BUSINESS}


def test_a_list_of_packages_stands_apart_from_the_program_beside_it():
    tree = scan(
        [source_file("backend/requirements.txt", lines=9), source_file("backend/Dockerfile", lines=12)]
        + ["backend/main.py"],
        imports={"backend/main.py": ("flask", "sqlalchemy")},
    )

    assert layers(tree) == {"backend:L1": Layer.COMPUTE, "backend/main.py": Layer.BUSINESS}


def test_a_program_that_says_little_never_joins_the_build_files_of_the_root():
    builds = [source_file(name, lines=90) for name in ("Dockerfile", "pyproject.toml", "compose.yml")]
    tree = scan([*builds, "cli.py"], imports={"cli.py": ("click",)})

    assert layers(tree) == {"(root):L1": Layer.COMPUTE, "cli.py": Layer.BUSINESS}


def test_scripts_of_a_package_without_pages_are_no_front_end():
    service = ["server/package.json", "server/agents/plan.js", "server/agents/tools.js"]
    pages = ["frontend/package.json", "frontend/src/App.tsx", "frontend/src/agents.ts"]
    found = layers(scan([*service, *pages], imports={"server/agents/plan.js": ("openai",)}))

    assert found["server/agents"] is Layer.ORCHESTRATION
    assert {layer for name, layer in found.items() if name.startswith("frontend")} == {Layer.BUSINESS}


def test_words_are_read_in_camel_case_too():
    tree = scan(["server/AiProviders/one.py", "server/WebUsers/two.py"])

    assert layers(tree) == {"server/AiProviders": Layer.ORCHESTRATION, "server/WebUsers": Layer.BUSINESS}


@pytest.mark.parametrize(
    ("package", "layer"),
    [
        ("gradio", Layer.BUSINESS),
        ("streamlit", Layer.BUSINESS),
        ("react", Layer.BUSINESS),
        ("vue", Layer.BUSINESS),
        ("next", Layer.BUSINESS),
        ("sqlalchemy", Layer.BUSINESS),
        ("@prisma/client", Layer.BUSINESS),
        ("authlib", Layer.BUSINESS),
        ("jsonwebtoken", Layer.BUSINESS),
        ("langchain", Layer.ORCHESTRATION),
        ("llama_index", Layer.ORCHESTRATION),
        ("autogen", Layer.ORCHESTRATION),
        ("@langchain/core", Layer.ORCHESTRATION),
        ("openai", Layer.ORCHESTRATION),
        ("pymilvus", Layer.ORCHESTRATION),
        ("@qdrant/js-client-rest", Layer.ORCHESTRATION),
    ],
)
def test_the_upper_layers_are_known_by_what_they_import(package, layer):
    name = "zzz/one.ts" if package.startswith("@") else "zzz/one.py"

    assert layers(scan([name], imports={name: (package,)}))["zzz"] is layer
