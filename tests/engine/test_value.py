"""Values are what dataclasses were to those who use them."""

import pickle
from dataclasses import asdict, dataclass, fields, is_dataclass, replace

import msgspec
import pytest

from migration_engine.model import Layer, LayerVote, Span
from migration_engine.text import Text
from migration_engine.value import Value

SPAN = Span(1, 2, 3, 4)


class Nested(Value, frozen=True):
    span: Span
    texts: tuple[Text, ...] = ()


@dataclass(frozen=True)
class Around:
    span: Span


def test_a_value_is_changed_by_replace_and_taken_apart_by_asdict():
    assert replace(SPAN, line=7) == Span(7, 2, 3, 4)
    assert [field.name for field in fields(SPAN)] == ["line", "end_line", "column", "end_column"]
    assert asdict(Nested(SPAN, (Text("a", "b"),))) == {
        "span": {"line": 1, "end_line": 2, "column": 3, "end_column": 4},
        "texts": ({"en": "a", "zh": "b"},),
    }
    assert asdict(Around(SPAN)) == {"span": asdict(SPAN)}
    assert is_dataclass(SPAN)


def test_a_value_never_changes_and_is_compared_and_hashed_by_its_fields():
    with pytest.raises(AttributeError):
        SPAN.line = 2

    assert len({SPAN, Span(1, 2, 3, 4), Span(1, 2, 3, 5)}) == 2


def test_a_value_passes_to_another_process_and_into_a_file():
    vote = LayerVote(Layer.COMPUTE, 1.0, "imports cuda")

    assert pickle.loads(pickle.dumps(vote)) == vote  # noqa: S301 (our own bytes)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(vote), type=LayerVote) == vote
