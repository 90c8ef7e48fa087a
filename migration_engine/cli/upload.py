"""Hands a scan document to a portal and tells whether it passes there."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import click

from migration_engine.cli.documents import report_in
from migration_engine.cli.options import DOCUMENT, GATE_FAILED
from migration_engine.cli.portal import Portal

LIMITS = ("new-strong", "new-weak", "new-debt", "strong", "weak", "debt")
_ASK_EVERY_S = 2.0


def _limit_options(command: click.decorators.FC) -> click.decorators.FC:
    for name in reversed(LIMITS):
        said = f"How many open {name.replace('-', ' ')} findings are allowed."
        command = click.option(f"--max-{name}", type=click.IntRange(0), help=said)(command)
    return command


@click.command()
@DOCUMENT
@click.option("--to", "address", required=True, help="The address of the portal.")
@click.option("--project", required=True, help="The short name of the project, as its addresses have it.")
@click.option(
    "--branch",
    default="",
    envvar="NPU_MIGRATE_BRANCH",
    help="The branch that was scanned. Map and history show the project's branch alone.",
)
@click.option("--timeout", type=click.IntRange(1), default=600, show_default=True, help="Seconds to wait.")
@_limit_options
def upload(
    document: Path, address: str, project: str, branch: str, timeout: int, **asked: int | None
) -> None:
    """Upload SCAN.json and exit with 1 when it breaks a limit in the portal.

    The token is read from NPU_MIGRATE_TOKEN. Without any limit: no new strong finding. What people dismissed
    or marked as handled in the portal does not count.
    """
    report_in(document)  # a document that is none is told here, with its place
    portal = Portal.at(address, project)
    number = portal.send(document.read_bytes(), branch)["number"]
    click.echo(f"Scan #{number}: {portal.page(number)}")
    limits = {name.removeprefix("max_"): count for name, count in asked.items() if count is not None}
    verdict = _await(portal, number, limits, timeout)
    click.echo("\n".join(_lines(verdict)))
    if not verdict["passed"]:
        sys.exit(GATE_FAILED)


def _await(portal: Portal, number: int, limits: dict[str, int], timeout: int) -> dict[str, Any]:
    deadline = time.monotonic() + timeout
    while (verdict := _verdict(portal, number, limits)) is None:
        if time.monotonic() > deadline:
            raise click.UsageError(f"The portal was not done after {timeout} s; look at the scan's page.")
        time.sleep(_ASK_EVERY_S)
    return verdict


def _verdict(portal: Portal, number: int, limits: dict[str, int]) -> dict[str, Any] | None:
    scan = portal.scan(number)
    if scan["state"] == "failed":
        raise click.UsageError(f"The portal could not import the scan: {scan['error_message']}")
    return portal.gate(number, limits) if scan["state"] == "succeeded" else None


def _lines(verdict: dict[str, Any]) -> list[str]:
    before = verdict["compared_with"]
    lines = [f"Compared with scan #{before}." if before else "The first scan: nothing is new against it."]
    if verdict.get("branch") != (own := verdict.get("project_branch")):
        lines.append(f"Kept beside the project's branch “{own or ''}”: its map and history stay as they are.")
    for limit in verdict["limits"]:
        mark = "ok  " if limit["kept"] else "FAIL"
        lines.append(f"{mark}  {limit['name']}: {limit['count']} found, {limit['allowed']} allowed")
        found = [] if limit["kept"] else limit["found"]
        lines += [f"      {one['path']}:{one['line']}: {one['rule']}: {one['symbol']}" for one in found]
        if (more := limit["count"] - len(found)) > 0 and found:
            lines.append(f"      and {more} more")
    return lines
