"""Turns one mapping of a rule file into a Rule."""

from __future__ import annotations

from collections.abc import Mapping

from migration_engine.expression import expression
from migration_engine.located import Table
from migration_engine.model import Coupling, EffortClass, Layer, Replacement, Rule, RuleKind, Sample
from migration_engine.protocol.kinds import CATALOGUE as JOB_KINDS
from migration_engine.rules.fields import Fields
from migration_engine.rules.vocabulary import FILES, ReplacementKind, Sighting, Verified
from migration_engine.text import Text

_KEYS = (
    "id", "title", "why", "layer", "coupling", "kind", "match", "not", "replacement", "effort",
    "links", "validate", "samples",
)  # fmt: skip
_REPLACEMENT_KEYS = ("what", "kind", "since", "verified", "source", "table", "sources")
_MATCH_KEYS = (FILES, *Sighting)
_ID = expression(r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")
_WILD = expression(r"[*?]+")
_SHORTEST, _LONGEST = 3, 200


def rule_of(fields: Fields) -> Rule:
    """Raises RuleInvalid at the first thing that breaks the format."""
    fields.only(_KEYS)
    samples = fields.inner("samples")
    samples.only(("hit", "miss"))
    kind, match = fields.choice("kind", RuleKind), _match(fields.inner("match"), required=True)
    return Rule(
        id=_identity(fields),
        title=fields.both("title"),
        why=fields.both("why"),
        layer=fields.choice("layer", Layer),
        coupling=fields.choice("coupling", Coupling),
        kind=kind,
        effort=fields.choice("effort", EffortClass),
        replacement=_replacement(fields.inner("replacement"), match),
        match=match,
        unless=_match(fields.inner("not"), required=False) if "not" in fields.table else {},
        links=_links(fields),
        validate=_checks(fields, kind),
        hit_samples=_samples(samples, "hit"),
        miss_samples=_samples(samples, "miss"),
    )


def _identity(fields: Fields) -> str:
    identity = fields.text("id")
    if not _ID.match(identity):
        raise fields.fail(
            f"`{identity}` is no rule id; write lower-case words joined by `-`",
            f"`{identity}` 不是规则标识，请使用以 `-` 连接的小写单词",
            "id",
        )
    return identity


def _match(fields: Fields, *, required: bool) -> Mapping[str, tuple[str, ...]]:
    fields.only(_MATCH_KEYS)
    kinds = [key for key in fields.table if key != FILES]
    if required and not kinds:
        raise fields.fail(
            "`match` names nothing to look for; give at least one kind with patterns",
            "`match` 没有写要查找的内容，请至少给出一类模式",
        )
    for key in kinds:
        for pattern in fields.texts(key):
            _check_pattern(pattern, key, fields, telling=required and key != Sighting.FILE)
    return {key: fields.texts(key) for key in fields.table}


def _check_pattern(pattern: str, key: str, fields: Fields, *, telling: bool) -> None:
    """The scanner looks for the words of a pattern first: one without a word would send it everywhere."""
    if not pattern.strip("*?"):
        raise fields.fail(
            f"the pattern `{pattern}` matches everything; write a name into it",
            f"模式 `{pattern}` 会匹配一切，请写入具体名称",
            key,
        )
    if telling and max(map(len, _WILD.split(pattern))) < _SHORTEST:
        raise fields.fail(
            f"the pattern `{pattern}` holds no word of {_SHORTEST} signs; write a longer name",
            f"模式 `{pattern}` 中没有达到 {_SHORTEST} 个字符的词，请写入更长的名称",
            key,
        )
    if len(pattern) > _LONGEST:
        raise fields.fail(
            f"the pattern is longer than {_LONGEST} signs; name the thing by less",
            f"模式超过 {_LONGEST} 个字符，请缩短",
            key,
        )


def _replacement(fields: Fields, match: Mapping[str, tuple[str, ...]]) -> Replacement:
    fields.only(_REPLACEMENT_KEYS)
    verified = fields.choice("verified", Verified)
    source = fields.text("source", "")
    if verified is Verified.SOURCE and not source:
        raise fields.fail(
            "`verified: source` needs the `source`; else say `unverified`",
            "`verified: source` 须写明 `source`，否则请写 `unverified`",
            "verified",
        )
    return Replacement(
        what=fields.name_or_both("what"),
        kind=fields.choice("kind", ReplacementKind),
        verified=verified,
        since=fields.text("since", ""),
        source=source,
        table=_counterparts(fields),
        sources=_sources(fields, match),
    )


def _counterparts(fields: Fields) -> Mapping[str, Text]:
    if "table" not in fields.table:
        return {}
    inner = fields.inner("table")
    return {key: inner.name_or_both(key) for key in inner.table}


def _sources(fields: Fields, match: Mapping[str, tuple[str, ...]]) -> Mapping[str, str]:
    """Who vouches for single symbols, where that is not who vouches for the rule."""
    if "sources" not in fields.table:
        return {}
    inner = fields.inner("sources")
    known = {pattern for key, patterns in match.items() if key != FILES for pattern in patterns}
    found: dict[str, str] = {}
    for source in inner.table:
        for symbol in inner.texts(source):
            if symbol not in known or symbol in found:
                raise inner.fail(
                    f"`{symbol}` is no pattern of `match`, or has two sources",
                    f"`{symbol}` 不是 `match` 中的模式，或写了两个来源",
                    source,
                )
            found[symbol] = source
    return found


def _links(fields: Fields) -> tuple[str, ...]:
    links = fields.texts("links")
    for link in links:
        if not link.startswith("https://"):
            raise fields.fail(f"the link `{link}` is not https", f"链接 `{link}` 不是 https", "links")
    return links


def _checks(fields: Fields, kind: RuleKind) -> tuple[str, ...]:
    checks, known = fields.texts("validate"), ", ".join(sorted(JOB_KINDS))
    if kind is RuleKind.COUPLING and not checks:
        raise fields.fail(
            f"a coupling needs `validate`: the job kinds that prove the change; known are {known}",
            f"耦合规则须有 `validate`：用于验证改动的作业类型，可用：{known}",
            "validate",
        )
    for check in checks:
        if check not in JOB_KINDS:
            raise fields.fail(
                f"no check is called `{check}`; known are {known}",
                f"没有名为 `{check}` 的检查，可用：{known}",
                "validate",
            )
    return checks


def _samples(fields: Fields, key: str) -> tuple[Sample, ...]:
    items = fields.table.get(key)
    if not isinstance(items, list) or not items:
        raise fields.fail(f"a rule needs at least one `{key}` sample", f"规则至少需要一个 `{key}` 样例", key)
    return tuple(_sample(item, fields, key) for item in items)


def _sample(item: object, fields: Fields, key: str) -> Sample:
    """A bare text is Python; other kinds of file are named."""
    if isinstance(item, str):
        return Sample("sample.py", item)
    if not isinstance(item, Table):
        raise fields.fail(
            f"a `{key}` sample is a text, or a mapping of `file` and `text`",
            f"`{key}` 样例须为文本，或含 `file` 与 `text` 的映射",
            key,
        )
    inner = Fields(item, fields.place)
    inner.only(("file", "text"))
    return Sample(inner.text("file"), inner.text("text", ""))
