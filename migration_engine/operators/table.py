"""Reads `support.csv`: a row an operator, a column a published table or a release of the analysis tool."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from migration_engine.errors import TableUnknown
from migration_engine.operators.names import rows
from migration_engine.text import Text

# What training and serving of today compute in, and the chips that most of them run on.
_USUAL_DTYPES = frozenset({"bf16", "fp16", "fp32"})
_USUAL_CHIPS = frozenset({"A2", "A3"})
_CHIPS = ("A2", "A3", "950")
_TABLE = "Ascend/pytorch docs, native API of PyTorch {}"
_TOOL = "MindStudio PyTorch Analyse, lists for PyTorch {}"


class State(StrEnum):
    """What is known of an operator; `limited` runs with fewer dtypes, on fewer chips, or under conditions."""

    SUPPORTED = "supported"
    LIMITED = "limited"
    UNSUPPORTED = "unsupported"
    UNKNOWN = "not in table"


@dataclass(frozen=True, slots=True)
class Statement:
    """What one source says. Empty `dtypes`: it names no limit. `conditions`: it states more than dtypes."""

    source: str
    state: State
    chips: tuple[str, ...] = ()
    dtypes: tuple[str, ...] = ()
    conditions: bool = False


@dataclass(frozen=True, slots=True)
class Support:
    """All that is said of one operator, the published table first; `disputed` when the sources disagree."""

    name: str
    statements: tuple[Statement, ...]

    @property
    def state(self) -> State:
        """What the published table says, else the tool."""
        return self.statements[0].state if self.statements else State.UNKNOWN

    @property
    def disputed(self) -> bool:
        """Whether one source says that it runs and another that it does not."""
        return len({one.state is State.UNSUPPORTED for one in self.statements}) > 1


class OperatorTable:
    """The support of operators in one version of torch_npu."""

    def __init__(self, version: str, rows: Mapping[str, Mapping[str, str]]) -> None:
        self.version = version
        self._rows = rows
        self._tool = _tool_for(version)

    def of(self, name: str) -> Support:
        """The support of an operator by its full name, such as torch.nn.functional.conv1d."""
        row = next((self._rows[one] for one in _spellings(name) if one in self._rows), {})
        told = []
        if published := row.get(self.version):
            told.append(_statement(_TABLE.format(self.version), published))
        if self._tool and (listed := row.get(f"tool {self._tool}")):
            state = State.SUPPORTED if listed == "yes" else State.UNSUPPORTED
            told.append(Statement(_TOOL.format(self._tool), state))
        return Support(name, tuple(told))


@cache
def _table() -> tuple[tuple[str, ...], dict[str, dict[str, str]]]:
    """The columns, and the rows by operator."""
    header, *cells = (tuple(row.split(",")) for row in rows())
    return header[1:], {row[0]: dict(zip(header, row, strict=True)) for row in cells}


VERSIONS = tuple(column for column in _table()[0] if not column.startswith("tool "))
"""The versions with a published table, oldest first."""


@cache
def operator_table(version: str = "") -> OperatorTable:
    """The table of a version such as 2.13.0 or 2.13; the newest for an empty text. Raises TableUnknown."""
    wanted = version or VERSIONS[-1]
    found = [one for one in VERSIONS if one == wanted or one.startswith(f"{wanted}.")]
    if not found:
        known = ", ".join(VERSIONS)
        raise TableUnknown(
            Text(
                f"no table of this torch_npu version is known; choose one of {known}",
                f"没有该 torch_npu 版本的支持表，请从 {known} 中选择",
            ),
            place=wanted[:40],
        )
    return OperatorTable(found[-1], _table()[1])


def _spellings(name: str) -> tuple[str, ...]:
    """The names under which the tables may list an operator that code calls by a shorter one."""
    last = name.rpartition(".")[2]
    if name.startswith("torch.ops.aten."):
        return (f"torch.{last}", f"torch.Tensor.{last}")
    return (name, f"torch.nn.parameter.{last}", f"torch.autograd.grad_mode.{last}")


def _tool_for(version: str) -> str:
    """The newest lists of the tool that are no newer than the version; an empty text for none."""
    releases = [column.removeprefix("tool ") for column in _table()[0] if column.startswith("tool ")]
    return max((one for one in releases if _order(one) <= _order(version)[:2]), key=_order, default="")


def _order(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _statement(source: str, cell: str) -> Statement:
    """`no`, or the chips (`all`, `A2+A3`), then `:dtypes`, then `*` for conditions stated at the source."""
    if cell == "no":
        return Statement(source, State.UNSUPPORTED)
    body, conditions = cell.rstrip("*"), cell.endswith("*")
    named, _, dtypes = body.partition(":")
    chips = _CHIPS if named == "all" else tuple(named.split("+"))
    given = tuple(dtypes.split())
    narrow = bool(given) and not _USUAL_DTYPES.issubset(given)
    limited = conditions or narrow or not _USUAL_CHIPS.issubset(chips)
    return Statement(source, State.LIMITED if limited else State.SUPPORTED, chips, given, conditions)
