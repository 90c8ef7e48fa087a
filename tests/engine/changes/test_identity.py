"""A finding stays the same one: lines inserted, files renamed, code written anew, rules taken away."""

from dataclasses import replace

from migration_engine.changes import ChangeKind, compare
from migration_engine.export.document import from_document, to_document
from migration_engine.intake import memory_tree
from migration_engine.model import RuleSet
from migration_engine.report import scan_report
from migration_engine.rules import load_catalogue

CODE = """import torch


def forward(batch):
    torch.cuda.synchronize()
    batch = batch.cuda()
    torch.cuda.empty_cache()
    return batch


def pick():
    return torch.device("cuda:0"), torch.cuda.current_stream()
"""
RULES = load_catalogue()


def scanned(files, rules=RULES):
    tree = memory_tree({path: text.encode() for path, text in files.items()})
    return from_document(to_document(scan_report(tree, rules)))


def counts(old, new):
    return {kind.value: count for kind, count in compare(old, new).counts.items() if count}


OLD = scanned({"app/device.py": CODE})
ALL = len(OLD.scan.findings)


def test_the_same_tree_twice_is_the_same():
    assert counts(OLD, scanned({"app/device.py": CODE})) == {"same": ALL}


def test_fifty_lines_on_top_give_nothing_new_and_nothing_gone():
    assert counts(OLD, scanned({"app/device.py": "# words\n" * 50 + CODE})) == {"moved": ALL}


def test_code_written_anew_keeps_its_findings():
    anew = CODE.replace("batch = batch.cuda()", "batch = (\n        batch\n        .cuda()\n    )")
    anew = anew.replace('torch.device("cuda:0"), torch', 'torch.device(\n        "cuda:0"\n    ), torch')
    found = counts(OLD, scanned({"app/device.py": anew}))

    assert set(found) <= {"same", "moved"}
    assert sum(found.values()) == ALL


def test_a_renamed_file_takes_its_findings_along_even_when_it_was_edited():
    edited = CODE.replace("    torch.cuda.empty_cache()\n", "") + "\n\nDEVICE = 'cpu'\n"
    found = counts(OLD, scanned({"core/accelerator.py": edited}))

    assert found == {"moved": ALL - 1, "gone": 1}


def test_a_new_file_of_its_own_is_not_taken_for_a_renamed_one():
    other = "import torch\n\ntorch.distributed.init_process_group('nccl')\n"

    assert ChangeKind.MOVED.value not in counts(OLD, scanned({"core/other.py": other}))


def test_findings_of_a_rule_that_was_taken_away_are_not_checked():
    rule = OLD.scan.findings[0].rule
    fewer = RuleSet(tuple(one for one in RULES.rules if one.id != rule), "fewer")
    changes = compare(OLD, scanned({"app/device.py": CODE}, fewer))

    assert changes.counts[ChangeKind.GONE] == 0
    assert {one.finding.rule for one in changes.of(ChangeKind.NOT_CHECKED)} == {rule}


def test_a_document_that_does_not_name_its_rules_closes_nothing_that_they_may_have_missed():
    empty = scanned({"app/device.py": "x = 1\n"})
    silent = replace(
        empty,
        scan=replace(empty.scan, coverage=replace(empty.scan.coverage, rules=()), ruleset=RuleSet((), "2")),
    )

    assert counts(OLD, silent) == {"not checked": ALL}


def test_what_is_fixed_is_gone():
    assert counts(OLD, scanned({"app/device.py": "x = 1\n"})) == {"gone": ALL}
