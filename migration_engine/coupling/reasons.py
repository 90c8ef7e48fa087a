"""The stable English phrase of a vote, and its sentence in both languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from migration_engine.model import Layer, Text

_KINDS = {
    "alert or dashboard configuration": "告警或看板配置",
    "container image": "容器镜像",
    "compose file": "Compose 编排文件",
    "CI workflow": "CI 流水线",
    "dependency list": "依赖清单",
    "Kubernetes manifest": "Kubernetes 清单",
    "build file": "构建文件",
    "environment file": "环境变量文件",
    "shell script": "Shell 脚本",
    "front-end source": "前端源码",
    "script for the browser": "浏览器脚本",
    "mobile or desktop client": "移动端或桌面端代码",
    "device kernel": "设备端核函数",
    "native code": "原生代码",
    "prompt file": "提示词文件",
    "model configuration": "模型配置",
}


def _kind_zh(name: str) -> str:
    return _KINDS.get(name, name)


@dataclass(frozen=True, slots=True)
class _Phrase:
    prefix: str
    english: str
    chinese: str
    value_zh: Callable[[str], str] = str


_PHRASES = (
    _Phrase("imports ", "imports the package {0}", "导入了软件包 {0}"),
    _Phrase("path word ", "its path contains the word “{0}”", "路径中含有“{0}”一词"),
    _Phrase("file kind: ", "it holds files of this kind: {0}", "包含此类文件：{0}", _kind_zh),
    _Phrase("findings bind at ", "its findings bind at layer {0}", "其中的检出项绑定在 {0} 层"),
    _Phrase("works with ", "it imports or is imported by files of layer {0}", "与 {0} 层的文件存在导入关系"),
    _Phrase("set by ", "set by {0}", "由 {0} 指定"),
)
ONLY_DOCUMENTS, NO_EVIDENCE = "only documentation", "no evidence"
_WHOLE = {
    "web server beside an engine": Text(
        "a web server that calls an inference engine", "Web 服务直接调用推理引擎"
    ),
    "web server beside business data": Text(
        "a web server that works on business data or orchestration", "Web 服务处理业务数据或应用编排"
    ),
    ONLY_DOCUMENTS: Text("it holds only documentation", "仅包含文档"),
    NO_EVIDENCE: Text(
        "nothing tells its role; placed with business code until somebody says better",
        "没有可判断其职责的依据，暂归业务层，待人工确认",
    ),
}


def imports(package: str) -> str:
    return f"imports {package}"


def path_word(word: str) -> str:
    return f"path word {word}"


def file_kind(name: str) -> str:
    return f"file kind: {name}"


def findings_bind(layer: Layer) -> str:
    return f"findings bind at {layer.value}"


def works_with(layer: Layer) -> str:
    return f"works with {layer.value}"


def reason_text(reason: str) -> Text:
    """The sentence for a recorded reason; an unknown phrase is shown as it is."""
    if reason in _WHOLE:
        return _WHOLE[reason]
    for phrase in _PHRASES:
        if reason.startswith(phrase.prefix):
            value = reason.removeprefix(phrase.prefix)
            return Text(phrase.english.format(value), phrase.chinese.format(phrase.value_zh(value)))
    return Text(reason, reason)
