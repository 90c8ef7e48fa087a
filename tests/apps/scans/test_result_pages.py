"""What a finished scan says of itself: coverage in full, model facts with their evidence."""

from __future__ import annotations

import json
from functools import cache

import pytest

from apps.scans import services
from migration_engine import report
from migration_engine.intake import memory_tree
from migration_engine.rules import load_catalogue
from tests.cast import Cast, client_of

pytestmark = pytest.mark.django_db
SCAN = "/p/document-questions/scans/1/"
MODEL = """import torch
from torch import nn


class A(nn.Module):
    def forward(self, x):
        return nn.functional.gumbel_softmax(torch.einsum("i", x))
"""
FILES = {
    "run.sh": "vllm serve org/name --dtype bfloat16 --max-model-len 4096\n",
    "other.sh": "vllm serve org/name --max-model-len 8192\n",
    "model.py": MODEL,
    "broken.py": "import torch\ndef broken(:\n    torch.cuda.synchronize()\n",
    "requirements.txt": "vllm\nxformers\n",
    "weights.bin": "a\0b",
    "main.go": "package main\n",
    "Model.py": "",
}


@cache
def document() -> bytes:
    """The scan of FILES, made once: what these pages show is all in it."""
    tree = memory_tree({path: text.encode() for path, text in FILES.items()})
    return json.dumps(report.build(tree, load_catalogue())).encode()


@pytest.fixture(autouse=True)
def scan(cast: Cast) -> None:
    taken = services.receive_document(
        actor="alice", project=cast.project, name="scan.json", content=document()
    )
    services.run_scan(scan_id=taken.pk)


def page(cast: Cast, address: str, language: str = "en") -> str:
    answer = client_of(cast.vic).get(SCAN + address, headers={"Accept-Language": language})
    assert answer.status_code == 200
    text: str = answer.content.decode()
    return text


def test_coverage_lists_every_skipped_path_and_filters_by_reason(cast: Cast) -> None:
    whole = page(cast, "coverage/")
    binary = page(cast, "coverage/?reason=binary")

    assert "weights.bin" in whole and "main.go" in whole
    assert "weights.bin" in binary and "main.go" not in binary
    assert "broken.py" in whole.partition("Read in a coarser way")[2]


def test_names_that_collide_elsewhere_are_listed(cast: Cast) -> None:
    shown = page(cast, "coverage/", "zh-hans").partition("相互冲突的文件名")[2]

    assert "model.py: 在忽略大小写或字符组合方式的系统上与 Model.py 同名" in shown


def test_an_unknown_reason_filters_nothing(cast: Cast) -> None:
    assert "main.go" in page(cast, "coverage/?reason=%3Cb%3E")


def test_facts_show_values_with_evidence_conflicts_and_what_is_unknown(cast: Cast) -> None:
    shown = page(cast, "facts/")

    assert "bfloat16" in shown and "run.sh" in shown
    assert "conflict" in shown and "4096" in shown and "8192" in shown
    assert "unknown" in shown
    assert "path=run.sh" in shown


def test_operators_are_told_against_the_chosen_version_and_state(cast: Cast) -> None:
    shown = page(cast, "facts/?torch_npu=2.7.1&state=unsupported")

    assert "torch.nn.functional.gumbel_softmax" in shown
    assert "torch.einsum" not in shown
    assert "PyTorch 2.7.1" in shown


def test_a_version_without_a_table_shows_the_newest(cast: Cast) -> None:
    assert "PyTorch 2.13.0" in page(cast, "facts/?torch_npu=9.9")


def test_facts_name_packages_that_are_declared_or_imported_alone(cast: Cast) -> None:
    whole = page(cast, "facts/")
    section = whole.partition('id="packages"')[2].partition("</section>")[0]

    assert "xformers" in section and "declared, imported nowhere" in section
    assert "torch" in section and "imported, declared nowhere" in section
    assert "声明但未被导入" in page(cast, "facts/", "zh-hans")


@pytest.mark.parametrize(("address", "word"), [("coverage/", "未扫描的路径"), ("facts/", "模型事实")])
def test_both_pages_speak_chinese(cast: Cast, address: str, word: str) -> None:
    assert word in page(cast, address, "zh-hans")


def test_a_scan_that_is_not_finished_has_neither(cast: Cast) -> None:
    for address in ("coverage/", "facts/"):
        assert client_of(cast.vic).get(f"/p/document-questions/scans/7/{address}").status_code == 404
