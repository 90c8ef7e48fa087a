"""One call makes the scan document: the same for a folder and its archive, by one process or several."""

import json
import tarfile
from pathlib import Path

import pytest

from migration_engine import report
from migration_engine.coupling import Override, OverrideKind
from migration_engine.export.document import from_document, validate
from migration_engine.intake import memory_tree, open_tree
from migration_engine.rules import load_catalogue

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
RULES = load_catalogue()


def document_of(source, **wishes):
    with open_tree(str(source)) as tree:
        return report.build(tree, RULES, **wishes)


def timeless(document):
    return {key: value for key, value in document.items() if key not in ("started_at", "duration_s")}


@pytest.fixture(scope="module")
def document():
    return document_of(EXAMPLES)


def test_it_has_the_keys_of_the_contract(document):
    assert list(document) == [
        *("schema_version", "tool", "source", "started_at", "duration_s", "coverage"),
        *("totals", "rules", "files", "components", "findings", "edges"),
        *("model_facts", "operators", "packages"),
    ]


def test_its_totals_are_those_of_its_components_with_debt_apart(document):
    summed = {
        key: sum(component["counts"][key] for component in document["components"])
        for key in ("strong", "weak", "handled", "debt")
    }

    assert document["totals"] == summed
    assert summed["handled"] and summed["strong"]


def test_it_satisfies_its_published_schema(document):
    validate(json.loads(json.dumps(document)))


def test_a_second_scan_gives_the_same_bytes_but_for_the_clock(document):
    again = document_of(EXAMPLES)

    assert json.dumps(timeless(again)) == json.dumps(timeless(document))


def test_two_processes_give_the_same_bytes(tmp_path):
    for number in range(210):
        (tmp_path / f"m{number:03}.py").write_text(f"import torch\nx = {number}\ntorch.cuda.synchronize()\n")

    one, two = document_of(tmp_path, jobs=1), document_of(tmp_path, jobs=2)

    assert json.dumps(timeless(one)) == json.dumps(timeless(two))


def test_an_archive_gives_what_its_folder_gives(document, tmp_path):
    with tarfile.open(tmp_path / "examples.tar.gz", "w:gz") as archive:
        archive.add(EXAMPLES, arcname="examples")

    packed = document_of(tmp_path / "examples.tar.gz")

    assert packed["source"] == document["source"] | {"kind": "archive"}
    assert timeless(packed) | {"source": {}} == timeless(document) | {"source": {}}


def test_only_rules_that_hit_are_told_with_both_languages(document):
    told = {rule["id"] for rule in document["rules"]}

    assert told == {finding["rule"] for finding in document["findings"]}
    assert all(rule["title"]["en"] and rule["title"]["zh"] for rule in document["rules"])


def test_every_file_has_a_component(document):
    known = {component["id"] for component in document["components"]}

    assert {file["component"] for file in document["files"]} == known


def test_an_architects_word_wins_and_is_recorded():
    tree = memory_tree({"app/web.py": b"import fastapi\n", "lib/gpu.py": b"import torch\n"})
    built = report.build(
        tree, RULES, overrides=[Override(OverrideKind.LAYER, ("lib",), "L5", "Ann", "it only shows figures")]
    )
    lib = next(one for one in built["components"] if one["id"] == "lib")

    assert lib["layer"] == "L5"
    assert lib["layer_votes"][0]["reason"] == "set by Ann: it only shows figures"


def test_progress_tells_files_edges_and_components():
    steps = []
    document_of(EXAMPLES, progress=lambda step, done, total: steps.append(step))

    assert list(dict.fromkeys(steps)) == ["files", "edges", "components"]


def test_a_tree_without_findings_is_a_valid_document():
    built = report.build(memory_tree({"a.txt": b"hello\n"}), RULES)

    assert built["findings"] == built["rules"] == []
    assert from_document(built).components[0].coupling == "none"


def test_an_empty_tree_is_a_valid_document():
    assert from_document(report.build(memory_tree({}), RULES)).components == ()
