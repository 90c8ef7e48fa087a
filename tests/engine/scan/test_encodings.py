"""Text in other encodings is read, at the right lines; what is no text is named."""

import codecs

import pytest

from migration_engine.intake import skips
from tests.engine.scan.reading import scan

TEXT = "import torch\n# 设备\ntorch.cuda.synchronize()\n"


def places(data, path="a.py"):
    tree = scan({path: data})
    return [(one.symbol, one.span.line, one.span.column) for one in tree.findings], tree.coverage


@pytest.mark.parametrize(
    "data",
    [
        codecs.BOM_UTF8 + TEXT.encode(),
        codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
    ],
    ids=["mark", "utf-16-le", "utf-16-be", "utf-32", "dos", "mac"],
)
def test_unicode_text_is_read_whatever_its_form(data):
    found, coverage = places(data)

    assert found == [("torch.cuda.synchronize", 3, 1)]
    assert (coverage.skipped, coverage.truncated) == ((), ())


@pytest.mark.parametrize(("comment", "encoding"), [("设备", "gb18030"), ("für Gäste", "latin-1")])
def test_older_encodings_are_read_and_told(comment, encoding):
    found, coverage = places(f"import torch  # {comment}\ntorch.cuda.synchronize()\n".encode(encoding))

    assert found == [("torch.cuda.synchronize", 2, 1)]
    assert coverage.truncated == (f"a.py: {skips.NO_UTF8_TEXT.format(encoding)}",)
    assert skips.skip_text(skips.NO_UTF8_TEXT.format(encoding)).zh.startswith("不是 UTF-8")


def test_bytes_behind_a_mark_of_text_may_still_be_binary():
    _, coverage = places(codecs.BOM_UTF16_LE + b"\1\2\0\0" * 9)

    assert [one.reason for one in coverage.skipped] == [skips.BINARY]


def test_a_module_that_does_not_parse_is_told_in_both_languages():
    (told,) = scan({"a.py": 'print "cuda"\n'}).coverage.truncated
    reason = skips.skip_text(told.removeprefix("a.py: "))

    assert reason.en.startswith("read line by line") and reason.zh.endswith("已逐行读取")
