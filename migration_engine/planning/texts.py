"""The words of waves, in both languages."""

from __future__ import annotations

from migration_engine.model import Layer
from migration_engine.planning.groups import Group
from migration_engine.text import Text

PILOT = Text("Pilot", "试点")
PILOT_REASON = Text(
    "Small, stands on nothing else that must move, and few depend on it: it takes the whole process once, "
    "from change to acceptance, before the rest follows.",
    "工作量小，不依赖其他待迁移组件，依赖它的组件也少：先用它完整走通从修改到验收的全过程，再推进其余部分。",
)
REPOINT = Text("Re-point", "改接新地址")
REPOINT_REASON = Text(
    "These reach the model through a standard interface: once the service runs on Ascend, "
    "only addresses and settings change.",
    "这些组件通过标准接口访问模型：服务在昇腾上就绪后，只需修改地址和配置。",
)
UNAFFECTED = Text("Unaffected", "不受影响")
UNAFFECTED_REASON = Text(
    "Nothing here binds to the GPU stack; included in the end-to-end check only.",
    "与 GPU 技术栈没有耦合，只需参与端到端验证。",
)
WEAK_ITEM = Text("Weak coupling: re-point after the strong ones moved", "弱耦合：强耦合组件迁移完成后改接")
NONE_ITEM = Text("No coupling: nothing to change", "无耦合：无需修改")

LAYER_NAMES = {
    Layer.COMPUTE: Text("Compute & driver", "计算与驱动"),
    Layer.RUNTIME: Text("Inference runtime", "推理运行时"),
    Layer.SERVING: Text("Model serving", "模型服务"),
    Layer.ORCHESTRATION: Text("Application orchestration", "应用编排"),
    Layer.BUSINESS: Text("Business interaction", "业务交互"),
}


def move_title(layer: Layer) -> Text:
    """The wave that finishes a layer."""
    return LAYER_NAMES[layer]


def move_reason(layer: Layer) -> Text:
    """Why these components move at this point."""
    name = LAYER_NAMES[layer]
    return Text(
        f"Strong components up to layer {layer} ({name.en.lower()}), each after what it stands on.",
        f"{layer} 层（{name.zh}）及以下的强耦合组件，均排在其所依赖的组件之后。",
    )


def strong_reason(group: Group) -> Text:
    """Why a component stands where it does."""
    if group.moves_together:
        names = [component.name for component in group.components]
        return Text(
            f"Moves together: {', '.join(names)} depend on each other in a circle",
            f"须一并迁移：{'、'.join(names)} 互相循环依赖",
        )
    if group.needs:
        number = len(group.needs)
        groups = "group" if number == 1 else "groups"
        return Text(
            f"Strong coupling; stands on {number} strong {groups} that moved before",
            f"强耦合；依赖 {number} 组先行迁移的强耦合组件",
        )
    return Text("Strong coupling; stands on nothing else that must move", "强耦合；不依赖其他待迁移组件")
