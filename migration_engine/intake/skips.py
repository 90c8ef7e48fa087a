"""Why a file was not read, or only coarsely: stable English phrases with their Chinese sentences."""

from __future__ import annotations

from collections.abc import Mapping

from migration_engine.text import Text

SYMBOLIC_LINK = "symbolic link"
HARD_LINK = "hard link"
NO_REGULAR_FILE = "not a regular file"
SUBMODULE = "submodule"
MISSING = "missing from the repository"
TOOL_FOLDER = "folder of a tool or of installed packages"
SAME_NAME = "a second member of the same name; the first is kept"
ONE_NAME_ELSEWHERE = "the same name as {} on systems that ignore case or how letters are composed"
BELOW_A_FILE = "below a member that is a file; the file, which came first, is kept"
NAME_OF_A_FOLDER = "a file named like a folder of other members; the folder, which came first, is kept"
CONTROL_CHARACTERS = "name has control characters"
NO_UTF8 = "name is not valid UTF-8"
LONG_PATH = "path is longer than {} bytes"
DEEP_PATH = "path is deeper than {} folders"
TOO_LARGE = "too large to parse ({} bytes)"
NO_LISTING = "cannot be listed: {}"
NO_READING = "cannot be read: {}"
BINARY = "binary"
TOO_SLOW = "takes more than {} s of computing to read"
TOO_DEEP = "nested too deeply to be read"
TOO_MUCH_MEMORY = "takes too much memory to read"
MANY_PLACES = "more than {} places in one file; the others are not listed"
LONG_VALUE = "a command or value of more than {} characters; rules look at its beginning"
NO_READER = "no reader for this kind of file yet"
NO_JSON = "not valid JSON ({})"
NO_TOML = "not valid TOML ({})"
NO_YAML = "read line by line, it is not valid YAML ({})"
NO_SYNTAX = "read line by line, its syntax tree cannot be used ({})"
NO_UTF8_TEXT = "not UTF-8, read as {}"
MINIFIED = "minified, its source is elsewhere"
DATA = "data, no configuration ({} bytes)"

CHINESE: Mapping[str, str] = {
    SYMBOLIC_LINK: "符号链接",
    HARD_LINK: "硬链接",
    NO_REGULAR_FILE: "不是普通文件",
    SUBMODULE: "子模块",
    MISSING: "仓库中缺失",
    TOOL_FOLDER: "工具目录或已安装软件包的目录",
    SAME_NAME: "同名的重复成员；保留先出现的成员",
    ONE_NAME_ELSEWHERE: "在忽略大小写或字符组合方式的系统上与 {} 同名",
    BELOW_A_FILE: "上级路径已是一个文件；保留先出现的文件",
    NAME_OF_A_FOLDER: "与其他成员所在的文件夹同名；保留先出现的文件夹",
    CONTROL_CHARACTERS: "文件名含控制字符",
    NO_UTF8: "文件名不是有效的 UTF-8",
    LONG_PATH: "路径超过 {} 字节",
    DEEP_PATH: "路径超过 {} 层目录",
    TOO_LARGE: "文件过大，未解析（{} 字节）",
    NO_LISTING: "无法列出目录：{}",
    NO_READING: "无法读取：{}",
    BINARY: "二进制文件",
    TOO_SLOW: "读取所需计算时间超过 {} 秒",
    TOO_DEEP: "嵌套过深，无法读取",
    TOO_MUCH_MEMORY: "读取所需内存过大",
    MANY_PLACES: "单个文件中的位置超过 {} 处；其余未列出",
    LONG_VALUE: "某条命令或某个值超过 {} 个字符；规则只检查其开头部分",
    NO_READER: "暂无可读取此类文件的读取器",
    NO_JSON: "不是有效的 JSON（{}）",
    NO_TOML: "不是有效的 TOML（{}）",
    NO_YAML: "不是有效的 YAML（{}），已逐行读取",
    NO_SYNTAX: "语法树不可用（{}），已逐行读取",
    NO_UTF8_TEXT: "不是 UTF-8 编码，按 {} 读取",
    MINIFIED: "压缩后的代码，其源代码在别处",
    DATA: "数据文件，不是配置（{} 字节）",
}


def skip_text(reason: str) -> Text:
    """The recorded reason in both languages; an unknown phrase is shown as it is."""
    for phrase, chinese in CHINESE.items():
        head, value, tail = phrase.partition("{}")
        if reason == phrase or (value and reason.startswith(head) and reason.endswith(tail)):
            return Text(reason, chinese.format(reason[len(head) : len(reason) - len(tail)]))
    return Text(reason, reason)
