"""`npu-migrate-node`: enrol a machine, run its agent, see what it lacks, bring in what jobs need."""

from __future__ import annotations

import json
import logging
import socket
import sys
from pathlib import Path

import click

from migration_node.agent import Agent
from migration_node.capabilities import take_profile
from migration_node.doctor.check import has_problem
from migration_node.doctor.examine import examine
from migration_node.doctor.show import language_of, report
from migration_node.enrolling import enrol
from migration_node.environments import ENVIRONMENTS, Installation, Source
from migration_node.errors import NodeError
from migration_node.home import NodeHome, default_home
from migration_node.settings import clocks_from_environment
from migration_node.wire import checked_url

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.group()
@click.option("--home", type=click.Path(path_type=Path), default=default_home, help="Folder of this node.")
@click.pass_context
def cli(context: click.Context, home: Path) -> None:
    """The NPU side of the migration portal."""
    context.obj = NodeHome(home.expanduser().resolve())


@cli.command()
@click.argument("url")
@click.argument("code")
@click.option("--name", default=socket.gethostname, help="How the portal shows this node.")
@click.pass_obj
def enroll(home: NodeHome, url: str, code: str, name: str) -> None:
    """Trade the one-time CODE of the portal at URL for an identity."""
    checked_url(url)
    with home.only_agent():
        identity = enrol(home, take_profile(home), url, code, name)
    click.echo(f"Enrolled as “{identity.name}” in project {identity.project}. Next: npu-migrate-node run")


@cli.command()
@click.pass_obj
def run(home: NodeHome) -> None:
    """Ask for jobs and run them until stopped."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("httpx").setLevel(logging.WARNING)
    with home.only_agent():
        Agent(home, clocks_from_environment()).run()


@cli.command()
@click.option("--json", "as_json", is_flag=True, help="Everything, for programs.")
@click.option("--language", type=click.Choice(["en", "zh"]), default=language_of, help="Of the report.")
@click.pass_obj
def doctor(home: NodeHome, as_json: bool, language: str) -> None:
    """Say what this machine has and what it lacks; exit with 1 when something keeps jobs from running."""
    profile = take_profile(home)
    checks = examine(home, profile)
    if as_json:
        document = profile.facts() | {
            "capabilities": profile.capabilities(),
            "checks": [check.to_dict() for check in checks],
        }
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(report(checks, language)))
    sys.exit(int(has_problem(checks)))


@cli.command()
@click.argument("what", type=click.Choice(sorted(ENVIRONMENTS)))
@click.option("--wheels", type=FOLDER, help="Offline: a folder of wheels.")
@click.option("--index", default="", help="Address of a package index, instead of pip's own.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def install(home: NodeHome, what: str, wheels: Path | None, index: str, yes: bool) -> None:
    """Install torch or bench into an environment of its own in the node's home."""
    environment, source = ENVIRONMENTS[what], Source(wheels, index)
    size = environment.size.in_language(language_of())
    if wheels:
        size = f"{source.wheels_mb()} MB of wheels in {wheels}, about {environment.installed_mb} MB on disk"
    click.echo(f"{environment.requirement} goes into {home.environments}: {size}.")
    if not yes:
        click.confirm("Go on?", abort=True)
    Installation(home, environment, source).run()
    click.echo(
        f"{what} is installed; a running agent notices it within ten minutes, or at once when restarted."
    )


def main() -> None:
    """Run the command line; expected failures become one line and exit code 2."""
    try:
        cli(obj=None)
    except NodeError as error:
        click.echo(f"npu-migrate-node: {error}", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
