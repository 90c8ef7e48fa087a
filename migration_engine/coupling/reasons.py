"""The stable English phrase of a vote, and its sentence in both languages."""

from __future__ import annotations

from collections.abc import Callable

from migration_engine.text import Text
from migration_engine.value import Value

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


class Phrase(Value, frozen=True):
    """Words before a value: recorded in one form, shown as a sentence."""

    prefix: str
    english: str
    chinese: str
    value_zh: Callable[[str], str] = str

    def about(self, value: str) -> str:
        """The phrase as it is recorded."""
        return self.prefix + value


IMPORTS = Phrase("imports ", "imports the package {0}", "导入了软件包 {0}")
PATH_WORD = Phrase("path word ", "its path contains the word “{0}”", "路径中含有“{0}”一词")
FILE_KIND = Phrase("file kind: ", "it holds files of this kind: {0}", "包含此类文件：{0}", _kind_zh)
FINDINGS_BIND = Phrase("findings bind at ", "its findings bind at layer {0}", "其中的发现项绑定在 {0} 层")
WORKS_WITH = Phrase(
    "works with ", "it imports or is imported by files of layer {0}", "与 {0} 层的文件存在导入关系"
)
SET_BY = Phrase("set by ", "set by {0}", "由 {0} 指定")
_PHRASES = (IMPORTS, PATH_WORD, FILE_KIND, FINDINGS_BIND, WORKS_WITH, SET_BY)

BESIDE_AN_ENGINE = "web server beside an engine"
BESIDE_BUSINESS_DATA = "web server beside business data"
ASKS_THE_DRIVER = "asks the driver about devices"
CALLS_A_MODEL_SERVICE = "calls a model service"
ONLY_DOCUMENTS = "only documentation"
NO_EVIDENCE = "no evidence"
_WHOLE = {
    BESIDE_AN_ENGINE: Text("a web server that calls an inference engine", "Web 服务直接调用推理引擎"),
    BESIDE_BUSINESS_DATA: Text(
        "a web server that works on business data or orchestration", "Web 服务处理业务数据或应用编排"
    ),
    ASKS_THE_DRIVER: Text(
        "it asks the driver how many devices there are or what they hold", "直接向驱动查询设备数量或显存"
    ),
    CALLS_A_MODEL_SERVICE: Text(
        "it calls a model service and computes nothing itself", "只调用模型服务，自身不做计算"
    ),
    ONLY_DOCUMENTS: Text("it holds only documentation", "仅包含文档"),
    NO_EVIDENCE: Text(
        "nothing tells its role; placed with business code until somebody says better",
        "没有可判断其职责的依据，暂归业务层，待人工确认",
    ),
}


def reason_text(reason: str) -> Text:
    """The sentence for a recorded reason; an unknown phrase is shown as it is."""
    if reason in _WHOLE:
        return _WHOLE[reason]
    for phrase in _PHRASES:
        if reason.startswith(phrase.prefix):
            value = reason.removeprefix(phrase.prefix)
            return Text(phrase.english.format(value), phrase.chinese.format(phrase.value_zh(value)))
    return Text(reason, reason)
