"""The closed catalogue of job kinds: what a portal may ask for and what a node will do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from migration_engine.errors import SpecInvalid
from migration_engine.protocol.canonical import Json
from migration_engine.protocol.schema import check_with, validator
from migration_engine.text import Text


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing a requester may set: a JSON Schema fragment, a default and words for the form."""

    name: str
    label: Text
    help: Text
    default: Json
    schema: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class JobKind:
    """A check that a node knows. `needs` names what the node must have, `minutes` limits one attempt.

    `split_by` names the list parameter along which a long job can be cut into parts, where there is one.
    """

    name: str
    title: Text
    summary: Text
    needs: frozenset[str]
    minutes: int
    parameters: tuple[Parameter, ...]
    split_by: str = ""

    def schema(self) -> dict[str, Json]:
        """The JSON Schema of the whole parameter object; unknown names are refused."""
        return {
            "type": "object",
            "additionalProperties": False,
            "required": [parameter.name for parameter in self.parameters],
            "properties": {parameter.name: dict(parameter.schema) for parameter in self.parameters},
        }


INVENTORY = JobKind(
    name="inventory",
    title=Text("Inventory", "环境盘点"),
    summary=Text(
        "Reads devices, driver, CANN, framework versions and memory of a node, and says what is missing.",
        "读取节点的设备、驱动、CANN、框架版本与内存，并指出缺少什么。",
    ),
    needs=frozenset(),
    minutes=5,
    parameters=(
        Parameter(
            name="expect",
            label=Text("Expected on the node", "节点上应有"),
            help=Text(
                "With “npu” the job fails unless a ready NPU stack is found.",
                "选择“npu”时，若未发现就绪的 NPU 软件栈，作业判定为未通过。",
            ),
            default="any",
            schema={"type": "string", "enum": ["any", "npu"]},
        ),
    ),
)

INPUTS = ("short", "long", "special", "mixed", "multi_turn")

LAYER_ALIGNMENT = JobKind(
    name="layer_alignment",
    title=Text("Layer alignment", "逐层精度对齐"),
    summary=Text(
        "Runs a small seeded transformer as float32 reference and in the target type on the node's device, "
        "compares every module and names the first that diverges.",
        "用固定种子的小型 Transformer，以 float32 为基准，在节点设备上以目标类型运行，"
        "逐模块比较并指出首个偏离的模块。",
    ),
    needs=frozenset({"torch"}),
    minutes=30,
    split_by="inputs",
    parameters=(
        Parameter(
            name="target_dtype",
            label=Text("Target type", "目标数据类型"),
            help=Text("Align 16-bit types first; quantise after that.", "先对齐 16 位类型，再考虑量化。"),
            default="bfloat16",
            schema={"type": "string", "enum": ["bfloat16", "float16", "float32"]},
        ),
        Parameter(
            name="inputs",
            label=Text("Inputs", "输入"),
            help=Text(
                "Short, long, special characters, mixed languages, several turns.",
                "短文本、长文本、特殊字符、中英混合、多轮对话。",
            ),
            default=list(INPUTS),
            schema={
                "type": "array",
                "items": {"type": "string", "enum": list(INPUTS)},
                "minItems": 1,
                "uniqueItems": True,
            },
        ),
        Parameter(
            name="blocks",
            label=Text("Blocks", "Transformer 层数"),
            help=Text("Depth of the model, 1 to 12.", "模型深度，1 至 12。"),
            default=4,
            schema={"type": "integer", "minimum": 1, "maximum": 12},
        ),
        Parameter(
            name="width",
            label=Text("Width", "隐藏维度"),
            help=Text("Hidden size of the model.", "模型的隐藏维度。"),
            default=64,
            schema={"type": "integer", "enum": [32, 64, 128, 256]},
        ),
        Parameter(
            name="seed",
            label=Text("Seed", "随机种子"),
            help=Text("The same seed gives the same weights.", "相同的种子得到相同的权重。"),
            default=7,
            schema={"type": "integer", "minimum": 0, "maximum": 2147483647},
        ),
        Parameter(
            name="repetitions",
            label=Text("Repetitions", "重复次数"),
            help=Text(
                "Repeats each comparison; the worst of all repetitions counts.",
                "每项比较重复执行，取各次中最差的结果。",
            ),
            default=1,
            schema={"type": "integer", "minimum": 1, "maximum": 500},
        ),
    ),
)

CATALOGUE: Mapping[str, JobKind] = {kind.name: kind for kind in (INVENTORY, LAYER_ALIGNMENT)}


def kind_of(name: str) -> JobKind:
    """The kind of that name; anything outside the catalogue is refused."""
    try:
        return CATALOGUE[name]
    except KeyError:
        known = ", ".join(CATALOGUE)
        raise SpecInvalid(
            Text(
                f"unknown job kind {name!r}; known kinds: {known}", f"未知的作业类型 {name!r}，可用：{known}"
            ),
            place="/kind",
        ) from None


def complete_parameters(kind: JobKind, given: Mapping[str, Json]) -> dict[str, Json]:
    """Defaults filled in, then checked: what comes out is what the node will run."""
    parameters = {parameter.name: parameter.default for parameter in kind.parameters} | dict(given)
    check_with(
        validator(kind.schema()), parameters, Text(f"parameters of {kind.name}", f"{kind.name} 的参数")
    )
    return parameters


def parts_of(kind: JobKind, complete: Mapping[str, Json]) -> list[dict[str, Json]]:
    """The parameters of each part of a long job: one value of `split_by` each, all else the same."""
    if not kind.split_by:
        raise SpecInvalid(
            Text(f"{kind.name} has no parts; request it whole", f"{kind.name} 不能拆分，请整体提交"),
            place="/kind",
        )
    values = cast(Sequence[Json], complete[kind.split_by])
    return [{**complete, kind.split_by: [value]} for value in values]
