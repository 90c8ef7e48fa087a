"""The scan document goes out and comes back unchanged; a broken one is refused at a JSON pointer."""

import copy
import json

import jsonschema_rs
import pytest

from migration_engine import report
from migration_engine.errors import DocumentInvalid
from migration_engine.export.document import from_document, to_document, validate
from migration_engine.export.document_lines import document_lines
from migration_engine.export.document_schema import published_schema
from migration_engine.intake import memory_tree
from migration_engine.rules import load_catalogue

FILES = {
    "app/web.py": b"import fastapi\nfrom app import gpu\n",
    "app/gpu.py": b"import torch\ntorch.cuda.synchronize()\n",
    "app/__init__.py": b"",
    "model.bin": b"\0\1",
}


@pytest.fixture(scope="module")
def good():
    return report.build(memory_tree(FILES), load_catalogue())


def test_the_schema_is_a_valid_schema_of_its_draft():
    assert published_schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema_rs.meta.validate(published_schema())


def test_it_comes_back_as_it_went_out(good):
    travelled = json.loads(json.dumps(good))

    assert to_document(from_document(travelled)) == good


def test_a_report_from_a_document_knows_what_its_pages_need(good):
    rebuilt = from_document(good)
    rule = next(one for one in rebuilt.scan.ruleset.rules if one.id == rebuilt.scan.findings[0].rule)

    assert rule.title.zh
    assert rule.replacement.what.en and rule.replacement.what.zh
    assert rule.effort
    assert rebuilt.scan.findings[0].span.line == 2
    assert rebuilt.scan.coverage.skipped[0].path == "model.bin"


def changed(good, pointer, value):
    """A copy in which the value at the pointer is another; None removes it."""
    document = copy.deepcopy(good)
    *steps, last = [int(step) if step.isdigit() else step for step in pointer.strip("/").split("/")]
    place = document
    for step in steps:
        place = place[step]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return document


@pytest.mark.parametrize(
    ("pointer", "value", "place"),
    [
        ("/findings/0/line", "two", "/findings/0/line"),
        ("/findings/0/line", 0, "/findings/0/line"),
        ("/findings/0/line", 3_000_000_000, "/findings/0/line"),
        ("/findings/0/coupling", "tight", "/findings/0/coupling"),
        ("/findings/0/symbol", None, "/findings/0"),
        ("/findings/0/rule", "no-such-rule", "/findings/0/rule"),
        ("/findings/0/path", "no/such/file.py", "/findings/0/path"),
        ("/files/0/component", "nowhere", "/files/0/component"),
        ("/edges/0/to", "no/such/file.py", "/edges/0/to"),
        ("/components/0/layer", "L6", "/components/0/layer"),
        ("/coverage", None, "/"),
        ("/source/root_hash", "abc", "/source/root_hash"),
        ("/schema_version", "3", "/schema_version"),
        ("/duration_s", -1, "/duration_s"),
        ("/started_at", "yesterday", "/started_at"),
        ("/surplus", 1, "/"),
    ],
)
def test_a_broken_place_is_named_with_the_next_step(good, pointer, value, place):
    with pytest.raises(DocumentInvalid) as refused:
        from_document(changed(good, pointer, value))

    assert refused.value.place == place
    assert "scan again" in refused.value.message
    assert len(refused.value.message) < 500


@pytest.mark.parametrize(
    ("name", "key"), [("findings", "fingerprint"), ("files", "path"), ("components", "id")]
)
def test_a_second_entry_of_the_same_identity_is_refused(good, name, key):
    document = copy.deepcopy(good)
    document[name].append(copy.deepcopy(document[name][0]))

    with pytest.raises(DocumentInvalid) as refused:
        validate(document)

    assert refused.value.place == f"/{name}/{len(document[name]) - 1}/{key}"


@pytest.mark.parametrize("document", [[], "text", 1, None, {}, {"schema_version": 1}])
def test_what_is_no_scan_document_at_all_is_refused(document):
    with pytest.raises(DocumentInvalid):
        validate(document)


UNSTORABLE = ["half a pair \ud800", "a\0b"]


@pytest.mark.parametrize("text", UNSTORABLE)
@pytest.mark.parametrize(
    "pointer",
    ["/findings/0/symbol", "/source/name", "/rules/0/title/zh", "/coverage/skipped/0/path", "/started_at"],
)
def test_text_that_no_database_keeps_is_refused_at_its_place(good, text, pointer):
    with pytest.raises(DocumentInvalid) as refused:
        from_document(changed(good, pointer, text))

    assert refused.value.place == pointer
    assert refused.value.message.isprintable()


@pytest.mark.parametrize("text", UNSTORABLE)
def test_a_key_that_no_database_keeps_is_refused_too(good, text):
    with pytest.raises(DocumentInvalid) as refused:
        from_document(changed(good, "/rules/0/replacement/table", {text: "x"}))

    assert refused.value.place == "/rules/0/replacement/table"


def test_nesting_of_any_depth_ends_as_a_refusal():
    nested = []
    for _ in range(50_000):
        nested = [nested]

    with pytest.raises(DocumentInvalid):
        validate({"schema_version": "2", "tool": nested})


@pytest.mark.parametrize(
    "text", [b"import torch\ntorch.device('cuda:0\\0')\n", b"import torch\ntorch.device('cuda\\ud800')\n"]
)
def test_a_scan_never_writes_what_its_reader_refuses(text):
    files = {"a.py": text, "b.py": b"x = 1\n" * 2000 + b"import pynvml  # a\0b\n"}

    from_document(report.build(memory_tree(files, name="caf\udce9"), load_catalogue()))


def test_a_document_of_an_older_version_is_told_so_in_both_languages(good):
    with pytest.raises(DocumentInvalid) as refused:
        from_document(changed(good, "/schema_version", "1"))

    assert refused.value.place == "/schema_version"
    assert "made by an older version" in refused.value.text.en
    assert "scan the source again" in refused.value.text.en
    assert "旧版" in refused.value.text.zh and "重新扫描" in refused.value.text.zh


@pytest.mark.parametrize("files", (FILES, {"a.txt": b"hello\n"}))
def test_what_is_written_piece_by_piece_is_the_document(files):
    found = report.scan_report(memory_tree(files), load_catalogue())

    assert json.loads(b"".join(document_lines(found))) == to_document(found)


def test_each_item_of_a_list_is_written_on_a_line_of_its_own():
    found = report.scan_report(memory_tree(FILES), load_catalogue())
    rows = b"".join(document_lines(found)).decode().splitlines()

    told = [json.loads(row.strip().rstrip(",")) for row in rows if row.startswith('  {"id":"f')]
    assert [one["id"] for one in told] == [one.id for one in found.scan.findings]
