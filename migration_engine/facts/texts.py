"""The names of properties and states in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from migration_engine.model import FactKind
from migration_engine.operators.table import State
from migration_engine.text import Text

PROPERTY_NAMES: Mapping[FactKind, Text] = {
    FactKind.DTYPE: Text("Data type", "数据类型"),
    FactKind.CONTEXT: Text("Context length", "上下文长度"),
    FactKind.QUANTISATION: Text("Quantisation", "量化"),
    FactKind.ATTENTION: Text("Attention backend", "注意力后端"),
    FactKind.TENSOR_PARALLEL: Text("Tensor parallel size", "张量并行数"),
    FactKind.PIPELINE_PARALLEL: Text("Pipeline parallel size", "流水线并行数"),
    FactKind.EXPERT_PARALLEL: Text("Expert parallel size", "专家并行数"),
    FactKind.DYNAMIC_SHAPES: Text("Dynamic shapes", "动态形状"),
    FactKind.SERVED_MODEL: Text("Model served or loaded", "加载或对外提供的模型"),
}
STATE_NAMES: Mapping[State, Text] = {
    State.SUPPORTED: Text("supported", "支持"),
    State.LIMITED: Text("limited", "有限支持"),
    State.UNSUPPORTED: Text("unsupported", "不支持"),
    State.UNKNOWN: Text("not in table", "不在表中"),
}
