"""`npu-migrate-node`: enrol a machine, run its agent, see what it lacks, bring in torch."""

from __future__ import annotations

import json
import logging
import socket
import sys
from pathlib import Path
from typing import cast

import click

from migration_node.agent import Agent
from migration_node.capabilities import take_profile
from migration_node.errors import NodeError
from migration_node.home import Identity, NodeHome, default_home
from migration_node.portal import Portal, checked_url
from migration_node.probe.classify import ADVICE
from migration_node.settings import clocks_from_environment
from migration_node.torch_env import PINNED, SIZE, install_torch, torch_python


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
    profile = take_profile(home)
    answer = cast(dict[str, str], Portal(url).enrol(code, name, profile.facts(), profile.capabilities()))
    identity = Identity(
        portal=checked_url(url),
        node=answer["node"],
        name=answer["name"],
        project=answer["project"],
        token=answer["token"],
        public_key=answer["public_key"],
    )
    home.save(identity)
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
@click.pass_obj
def doctor(home: NodeHome, as_json: bool) -> None:
    """Say what this machine has and what it lacks."""
    profile = take_profile(home)
    if as_json:
        click.echo(
            json.dumps(
                profile.facts() | {"capabilities": profile.capabilities()}, indent=2, ensure_ascii=False
            )
        )
        return
    inventory, advice = profile.inventory, ADVICE[profile.inventory.readiness]
    click.echo(f"identity  {'enrolled' if home.identity_file.exists() else 'none: run enroll first'}")
    click.echo(f"device    {profile.device_kind} ({inventory.chip}), {inventory.readiness}")
    click.echo(f"driver    {inventory.driver or 'unknown'}")
    click.echo(f"CANN      {inventory.cann.version or 'not found'}")
    click.echo(f"torch     {torch_python(home) or 'none: run `npu-migrate-node install torch`'}")
    click.echo(f"{advice.en}\n{advice.zh}")


@cli.group()
def install() -> None:
    """Bring in what some jobs need."""


@install.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def torch(home: NodeHome, yes: bool) -> None:
    """Install torch into an environment of its own in the node's home."""
    click.echo(f"{PINNED} goes into {home.torch_env}: {SIZE}.")
    if not yes:
        click.confirm("Download and install?", abort=True)
    install_torch(home)
    click.echo(
        "torch is installed; a running agent notices it within ten minutes, or at once when restarted."
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
