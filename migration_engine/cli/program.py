"""The group of all commands, and how the program ends: one line, and an exit code."""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from pathlib import Path

import click

from migration_engine import __version__
from migration_engine.cli.options import BAD_INPUT
from migration_engine.errors import EngineError

_COMMANDS = {
    "diff": "changes.diff",
    "facts": "facts.facts",
    "gate": "changes.gate",
    "map": "plan.map_",
    "plan": "plan.plan",
    "rules": "rules.rules",
    "scan": "scan.scan",
    "tco": "cost.tco",
    "upload": "upload.upload",
}


class _Commands(click.Group):
    """Loads a command when it is called: half a second of a scan would go to what plans and costs need."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name].partition(".")
        command: click.Command = getattr(import_module(f"migration_engine.cli.{module}"), name)
        return command


@click.group(cls=_Commands)
@click.version_option(__version__, prog_name="npu-migrate")
def cli() -> None:
    """Find what ties an AI application to NVIDIA GPUs, and plan its move to Ascend NPUs."""


def main() -> None:
    """Run the command line; whatever goes wrong ends as one line and exit code 2."""
    if sys.stdout is None:  # closed by `>&-`; this takes its number, so that no file of ours gets it
        sys.stdout = Path(os.devnull).open()  # noqa: SIM115 (as long as the process)
    try:
        _obey()
    except EngineError as error:
        _fail(str(error))
    except BrokenPipeError:
        sys.stderr.close()  # the reader of a pipe went away: nobody is left to be told
        sys.exit(BAD_INPUT)
    except io.UnsupportedOperation:
        _fail("the output is closed; send it to a file, or name one with --output")
    except OSError as error:
        _drop_output()
        _fail(f"{error.filename or 'output'}: {error.strerror}; check path, permission and free space")
    except Exception as error:  # noqa: BLE001 (the last border: a trace helps nobody here)
        _fail(
            f"{type(error).__name__}: {error}; this is a mistake of ours, please report it with the command"
        )


def run() -> None:
    """`main` as a process of its own, which ends at once: nothing that it holds is taken apart before."""
    code: object = 0
    try:
        main()
    except SystemExit as end:
        code = end.code or 0
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):  # full, closed, or never there
            code = code or (BAD_INPUT if stream is sys.stdout else 0)
    os._exit(code if isinstance(code, int) else BAD_INPUT)


def _obey() -> None:
    """What the command line itself has to say: help, a wrong option, Ctrl-C."""
    try:
        cli.main(standalone_mode=False)
    except click.exceptions.Exit as end:
        sys.exit(end.exit_code)
    except click.Abort:
        _fail("stopped")
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(error.exit_code)
    except click.UsageError as error:
        _fail(f"{error.format_message()} (`npu-migrate --help` lists what is possible)")


def _drop_output() -> None:
    """What a full disk did not take would be tried again at the end, and fail again."""
    if sys.stdout is sys.__stdout__:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _fail(message: str) -> None:
    click.echo(f"npu-migrate: {' '.join(message.split())}", err=True)
    sys.exit(BAD_INPUT)
