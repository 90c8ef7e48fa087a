"""`npu-migrate-node`: enrol a machine, run its agent, see what it lacks, bring in what jobs need."""

from __future__ import annotations

import json
import logging
import socket
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from migration_engine.text import Text
from migration_node import words
from migration_node.agent import Agent
from migration_node.capabilities import take_profile
from migration_node.doctor.check import has_problem
from migration_node.doctor.examine import examine
from migration_node.doctor.show import report
from migration_node.enrolling import enrol
from migration_node.environments import ENVIRONMENTS, Installation, Source
from migration_node.errors import NodeError
from migration_node.home import NodeHome, default_home
from migration_node.settings import clocks_from_environment
from migration_node.wire import checked_url

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
LANGUAGE = click.Choice(words.LANGUAGES)


@dataclass(frozen=True, slots=True)
class Given:
    """What holds for every command."""

    home: NodeHome
    language: str

    def say(self, text: Text) -> None:
        """Tell the operator."""
        click.echo(text.in_language(self.language))


class Program(click.Group):
    """Expected failures become one line in the operator's language, and exit code 2."""

    def invoke(self, context: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(context)
        except NodeError as error:
            told = error.text.in_language(context.params["language"])
            click.echo(f"npu-migrate-node: {told}", err=True)
            context.exit(2)


@click.group(cls=Program)
@click.option("--home", type=click.Path(path_type=Path), default=default_home, help="Folder of this node.")
@click.option(
    "--language", "--lang", type=LANGUAGE, default=words.language_of, help="Of messages; the terminal's."
)
@click.pass_context
def cli(context: click.Context, home: Path, language: str) -> None:
    """The NPU side of the migration portal."""
    context.obj = Given(NodeHome(home.expanduser().resolve()), language)


@cli.command()
@click.argument("url")
@click.argument("code")
@click.option("--name", default=socket.gethostname, help="How the portal shows this node.")
@click.pass_obj
def enroll(given: Given, url: str, code: str, name: str) -> None:
    """Trade the one-time CODE of the portal at URL for an identity."""
    checked_url(url)
    with given.home.only_agent():
        identity = enrol(given.home, take_profile(given.home), url, code, name, given.language)
    given.say(words.enrolled(identity.name, identity.project))


@cli.command()
@click.pass_obj
def run(given: Given) -> None:
    """Ask for jobs and run them until stopped."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("httpx").setLevel(logging.WARNING)
    with given.home.only_agent():
        Agent(given.home, clocks_from_environment()).run()


@cli.command()
@click.option("--json", "as_json", is_flag=True, help="Everything, for programs.")
@click.option("--language", "--lang", type=LANGUAGE, help="Of the report.")
@click.pass_obj
def doctor(given: Given, as_json: bool, language: str | None) -> None:
    """Say what this machine has and what it lacks; exit with 1 when something keeps jobs from running."""
    profile = take_profile(given.home)
    checks = examine(given.home, profile)
    if as_json:
        document = profile.facts() | {
            "capabilities": profile.capabilities(),
            "checks": [check.to_dict() for check in checks],
        }
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(report(checks, language or given.language)))
    sys.exit(int(has_problem(checks)))


@cli.command()
@click.argument("what", type=click.Choice(sorted(ENVIRONMENTS)))
@click.option("--wheels", type=FOLDER, help="Offline: a folder of wheels.")
@click.option("--index", default="", help="Address of a package index, instead of pip's own.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def install(given: Given, what: str, wheels: Path | None, index: str, yes: bool) -> None:
    """Install torch or bench into an environment of its own in the node's home."""
    if wheels and index:
        raise NodeError(words.ONE_SOURCE)
    environment, source = ENVIRONMENTS[what], Source(wheels, index)
    size = environment.size
    if wheels:
        size = words.size_of_wheels(source.wheels_mb(), str(wheels), environment.installed_mb)
    given.say(words.goes_into(environment.requirement, str(given.home.environments), size))
    if not yes:
        click.confirm(words.GO_ON.in_language(given.language), abort=True)
    Installation(given.home, environment, source).run()
    given.say(words.installed(what))


def main() -> None:
    """Run the command line."""
    cli(obj=None)


if __name__ == "__main__":
    main()
