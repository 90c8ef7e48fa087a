"""Grouping: every file has a home, and every home a role that its votes explain."""

from migration_engine.coupling import group
from migration_engine.model import Coupling, FileRole, FindingStatus, Layer, RuleKind, RuleSet
from tests.engine.coupling.scans import WEAK, finding, scan, small_app, small_rule, source_file


def layers(tree):
    return {component.id: component.layer for component in group(tree).components}


def test_each_layer_is_found_by_what_its_files_import():
    assert layers(small_app()) == {
        "web": Layer.BUSINESS,
        "agent": Layer.ORCHESTRATION,
        "serving": Layer.SERVING,
        "runtime": Layer.RUNTIME,
        "device": Layer.COMPUTE,
    }


def test_every_file_is_in_exactly_one_component():
    parts = group(small_app())

    assert {file.component for file in parts.files} == {one.id for one in parts.components}
    assert sum(one.files for one in parts.components) == len(parts.files)


def test_a_page_that_calls_the_gpu_stays_business_and_is_strong():
    tree = scan(
        ["web/pages.py"],
        imports={"web/pages.py": ("fastapi", "sqlalchemy", "torch")},
        findings=[finding("web/pages.py", line=line) for line in range(1, 9)],
    )

    (page,) = group(tree).components

    assert (page.layer, page.coupling) == (Layer.BUSINESS, Coupling.STRONG)


def test_every_vote_carries_a_weight_and_a_reason_and_adds_up_to_the_layer():
    for component in group(small_app()).components:
        weights = {}
        for vote in component.layer_votes:
            assert vote.weight > 0 and vote.reason
            weights[vote.layer] = weights.get(vote.layer, 0) + vote.weight
        assert max(weights, key=weights.get) == component.layer


def test_a_folder_that_mixes_roles_is_split_by_them():
    names = ["serve/gradio_page.py", "serve/openai_api_server.py", "serve/worker.py", "serve/model_loader.py"]
    tree = scan(
        names,
        imports={
            names[0]: ("gradio", "sqlalchemy"),
            names[1]: ("fastapi", "uvicorn"),
            names[2]: ("vllm", "uvicorn"),
            names[3]: ("torch", "transformers", "bitsandbytes"),
        },
    )

    assert layers(tree) == {
        "serve/gradio_page.py": Layer.BUSINESS,
        "serve:L3": Layer.SERVING,
        "serve/model_loader.py": Layer.RUNTIME,
    }


def test_build_files_at_the_root_are_compute_and_a_program_there_stands_alone():
    tree = scan(
        ["Dockerfile", "requirements.txt", ".env", "README.md", "app.py"],
        imports={"app.py": ("streamlit", "sqlalchemy")},
    )

    assert layers(tree) == {"(root):L1": Layer.COMPUTE, "app.py": Layer.BUSINESS}


def test_a_few_lines_of_another_role_stay_with_their_folder():
    names = [f"agent/step{number}.py" for number in range(5)]
    tree = scan(
        [*names, source_file("agent/probe.py", lines=12)],
        imports={**dict.fromkeys(names, ("langchain",)), "agent/probe.py": ("pynvml", "torch")},
    )

    assert layers(tree) == {"agent": Layer.ORCHESTRATION}


def test_a_small_folder_joins_one_above_of_the_same_role_but_never_the_root():
    tree = scan(
        [
            "frontend/index.html",
            source_file("frontend/src/main.tsx", lines=20),
            source_file("docker/Dockerfile", lines=9),
            "requirements.txt",
        ]
    )

    assert list(layers(tree)) == ["(root)", "docker", "frontend"]


def test_a_dockerfile_is_compute_in_whatever_folder_it_lies():
    assert layers(scan(["web/Dockerfile"]))["web"] is Layer.COMPUTE


def test_a_package_marker_joins_the_folder_above():
    tree = scan(
        ["app/main.py", source_file("app/empty/__init__.py", lines=1)], imports={"app/main.py": ("flask",)}
    )

    assert list(layers(tree)) == ["app"]


def test_a_component_without_any_evidence_says_so():
    (component,) = group(scan(["zzz/qqq.py"])).components

    assert component.layer_votes[0].reason == "no evidence"


def test_names_are_as_short_as_they_can_be():
    tree = scan(["a/layers/attention/x.py", "b/attention/y.py", "b/moe/z.py"])

    assert [one.name for one in group(tree).components] == ["layers/attention", "b/attention", "moe"]


def test_one_open_strong_finding_makes_a_component_strong():
    tree = scan(["rt/a.py"], findings=[finding("rt/a.py", WEAK), finding("rt/a.py", line=9)])

    (component,) = group(tree).components

    assert component.coupling is Coupling.STRONG
    assert (component.counts.strong, component.counts.weak) == (1, 1)


def test_handled_documentation_test_and_vendored_findings_do_not_bind():
    others = [status for status in FindingStatus if status is not FindingStatus.OPEN]
    tree = scan(
        ["rt/a.py"],
        findings=[finding("rt/a.py", line=line, status=one) for line, one in enumerate(others, 1)],
    )

    (component,) = group(tree).components

    assert component.coupling is Coupling.NONE
    assert component.counts.handled == 1


def test_debt_is_counted_apart_and_never_binds():
    rule = small_rule("prompt-in-code", RuleKind.DEBT)
    tree = scan(
        ["agent/a.py"],
        findings=[finding("agent/a.py", rule=rule.id)],
        ruleset=RuleSet((rule,), "1"),
    )

    (component,) = group(tree).components

    assert (component.coupling, component.counts.debt) == (Coupling.NONE, 1)


def test_the_order_of_files_makes_no_difference():
    tree = small_app()
    turned = scan(reversed(tree.files), imports=tree.imports, findings=tree.findings[::-1])
    straight = scan(tree.files, imports=tree.imports, findings=tree.findings)

    assert group(turned).components == group(straight).components


def test_a_tree_of_tests_or_documents_is_one_component():
    tests = [source_file(f"tests/{name}/test_it.py", role=FileRole.TEST) for name in ("a", "b")]
    pages = [source_file(f"docs/{name}/page.md", role=FileRole.DOC) for name in ("en", "zh")]
    mixed = source_file("app/tests/test_app.py", role=FileRole.TEST)

    found = layers(scan([*tests, *pages, mixed, "app/main.py"]))

    assert list(found) == ["app", "app/tests", "docs", "tests"]


def test_an_id_never_grows_beyond_what_a_document_may_hold():
    deep = "/".join(["a-rather-long-folder-name"] * 30)

    components = group(scan([f"{deep}/x.py", f"b/{deep}/x.py"])).components

    assert len({one.id for one in components}) == 2
    assert all(len(one.id) <= 400 and len(one.name) <= 400 for one in components)


def test_documents_alone_make_a_component_that_says_so():
    (component,) = group(scan([source_file("docs/guide.md", role=FileRole.DOC)])).components

    assert component.layer_votes[0].reason == "only documentation"


def test_files_for_other_chips_are_no_places_that_know_the_npu():
    path = "backends/gaudi/cache.py"
    tree = scan([path], findings=[finding(path, status=FindingStatus.HANDLED)])

    (backend,) = group(tree).components

    assert backend.counts.places == 0
