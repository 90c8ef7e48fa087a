"""Calls that read or set the environment, and calls that run programs."""

from __future__ import annotations

import ast

from migration_engine.scan.readers.python.strings import text_of
from migration_engine.value import Value

_READS = frozenset({"os.getenv", "os.environ.get", "os.environ.pop", "os.unsetenv"})
_SETS = frozenset({"os.environ.setdefault", "os.putenv"})
_RUNNERS = (
    "os.system", "os.popen", "subprocess.run", "subprocess.Popen", "subprocess.call",
    "subprocess.check_call", "subprocess.check_output", "subprocess.getoutput", "subprocess.getstatusoutput",
    "asyncio.create_subprocess_exec", "asyncio.create_subprocess_shell", "shutil.which",
)  # fmt: skip


class Variable(Value, frozen=True):
    """An environment variable with the value it is given, where that is a constant."""

    name: str
    value: str | None
    node: ast.AST


def env_in(call: ast.Call, called: str) -> Variable | None:
    """The variable that a call reads or sets."""
    name = text_of(call.args[0]) if call.args else None
    if not name:
        return None
    value = text_of(call.args[1]) if len(call.args) > 1 else None
    if called in _READS:
        return Variable(name, None, call.args[0])
    if called in _SETS or _method(call) == "setenv":
        return Variable(name, value, call.args[0])
    if _method(call) == "delenv":
        return Variable(name, None, call.args[0])
    return None


def _method(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def command_in(call: ast.Call, called: str) -> ast.expr | None:
    """The command that a call runs: a text, or a list that begins with one."""
    if called not in _RUNNERS or not call.args:
        return None
    first = call.args[0]
    if isinstance(first, ast.List | ast.Tuple):
        return first if first.elts and text_of(first.elts[0]) else None
    return first if isinstance(first, ast.JoinedStr) or (text_of(first) or "").strip() else None
