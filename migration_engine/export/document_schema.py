"""Checks a scan document: first against its published schema, then that what it names is in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from migration_engine.errors import DocumentInvalid
from migration_engine.export.storable import unstorable
from migration_engine.text import Text

if TYPE_CHECKING:
    import jsonschema_rs

Document = dict[str, Any]
"""JSON values under string keys: the shape is the schema's business, not the type checker's."""

SCHEMA_VERSION = "2"
SCHEMA_FILE = "scan.schema.json"
_NEXT = Text(
    "scan again with `npu-migrate scan` and use what it writes unchanged",
    "请用 `npu-migrate scan` 重新扫描，并原样使用其输出",
)
_OLDER_VERSIONS = frozenset({"1"})
_LONGEST_MESSAGE = 300
# Lists whose entries have an identity of their own.
_UNIQUE = (("rules", "id"), ("files", "path"), ("components", "id"), ("findings", "fingerprint"))
# (list, key, the list it points into, its key there)
_REFERENCES = (
    ("files", "component", "components", "id"),
    ("findings", "rule", "rules", "id"),
    ("findings", "path", "files", "path"),
    ("edges", "from", "files", "path"),
    ("edges", "to", "files", "path"),
    ("model_facts", "path", "files", "path"),
    ("packages", "path", "files", "path"),
)


@cache
def published_schema() -> Document:
    """The schema as it is published."""
    text = Path(__file__).with_name(SCHEMA_FILE).read_text("utf-8")
    schema: Document = json.loads(text)
    return schema


@cache
def _validator() -> jsonschema_rs.Validator:
    import jsonschema_rs  # a program that only writes documents does without

    return jsonschema_rs.Draft202012Validator(published_schema())


def validate(document: object) -> None:
    """Raise DocumentInvalid with a JSON pointer at the first thing that is wrong."""
    refuse_other_versions(document)
    for problem in chain(_against_storage(document), _against_schema(document), _against_itself(document)):
        raise problem  # the first is enough, and only a document of the right shape is looked into


def refuse_other_versions(document: object) -> None:
    """A document of another version breaks the schema in many places; its version is the one to name."""
    version = document.get("schema_version") if isinstance(document, dict) else None
    if isinstance(version, str) and version in _OLDER_VERSIONS:
        raise DocumentInvalid(
            Text(
                f"this document was made by an older version of the scanner (format {version}); "
                "scan the source again with the current `npu-migrate`",
                f"该文档由旧版扫描器生成（格式版本 {version}），请用当前的 `npu-migrate` 重新扫描源码",
            ),
            place="/schema_version",
        )
    if isinstance(version, str) and version != SCHEMA_VERSION:
        raise DocumentInvalid(
            Text(
                f"this is version {version[:20]!r} of the scan document and {SCHEMA_VERSION!r} is read here; "
                "scan again with the `npu-migrate` of this portal",
                f"该扫描文档为 {version[:20]!r} 版，此处读取 {SCHEMA_VERSION!r} 版；"
                "请用与本门户一致的 `npu-migrate` 重新扫描",
            ),
            place="/schema_version",
        )


def _against_storage(document: object) -> Iterator[DocumentInvalid]:
    path = unstorable(document)
    if path is not None:
        yield _invalid(
            "this text holds NUL or half a surrogate pair, which no database keeps",
            "此处文本含有 NUL 或不成对的代理字符，数据库无法保存",
            _pointer(path),
        )


def _against_schema(document: object) -> Iterator[DocumentInvalid]:
    try:
        error = next(_validator().iter_errors(document), None)
    except (ValueError, UnicodeError) as refused:  # not JSON at all, such as NaN
        yield _invalid(f"no JSON value ({refused})", f"不是 JSON 值（{refused}）", "/")
        return
    if error is not None:
        fault = _short(error.message)
        yield _invalid(fault, f"不符合扫描文档格式（{fault}）", _pointer(error.instance_path))


def _invalid(en: str, zh: str, place: str) -> DocumentInvalid:
    return DocumentInvalid(Text(f"{en}; {_NEXT.en}", f"{zh}；{_NEXT.zh}"), place=place)


def _short(message: str) -> str:
    """The validator quotes the whole value, which may be the whole document."""
    if len(message) <= _LONGEST_MESSAGE:
        return message
    half = _LONGEST_MESSAGE // 2
    return f"{message[:half]} … {message[-half:]}"


def _pointer(path: list[str | int]) -> str:
    return "/" + "/".join(str(step).replace("~", "~0").replace("/", "~1") for step in path)


def _against_itself(document: object) -> Iterator[DocumentInvalid]:
    assert isinstance(document, dict)
    for name, key in _UNIQUE:
        yield from _repeated(document, name, key)
    for name, key, target, target_key in _REFERENCES:
        yield from _dangling(document, name, key, {item[target_key] for item in document[target]})
    yield from _unknown_places(document)


def _unknown_places(document: Document) -> Iterator[DocumentInvalid]:
    known = {file["path"] for file in document["files"]}
    for index, operator in enumerate(document.get("operators", ())):
        for place in operator["places"]:
            if place["path"] not in known:
                yield _undescribed(place["path"], f"/operators/{index}/places")


def _repeated(document: Document, name: str, key: str) -> Iterator[DocumentInvalid]:
    seen: set[str] = set()
    for index, item in enumerate(document[name]):
        if item[key] in seen:
            place = f"/{name}/{index}/{key}"
            yield _invalid(f"{item[key]!r} stands here a second time", f"{item[key]!r} 在此重复出现", place)
        seen.add(item[key])


def _dangling(document: Document, name: str, key: str, known: set[str]) -> Iterator[DocumentInvalid]:
    for index, item in enumerate(document.get(name, ())):
        if item[key] not in known:
            yield _undescribed(item[key], f"/{name}/{index}/{key}")


def _undescribed(what: str, place: str) -> DocumentInvalid:
    return _invalid(
        f"{what!r} is named here but described nowhere in the document",
        f"此处引用了 {what!r}，但文档中没有对它的描述",
        place,
    )
