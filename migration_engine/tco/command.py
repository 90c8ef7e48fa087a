"""`npu-migrate tco`: evaluate a scenario file."""

from __future__ import annotations

import json
from pathlib import Path

import click
import yaml

from migration_engine.errors import ScenarioInvalid
from migration_engine.tco.evaluate import evaluate
from migration_engine.tco.loader import load_scenario
from migration_engine.text import Text

# A scenario is a page of text; a larger file is something else.
_MOST_BYTES = 1_000_000


@click.command("tco")
@click.argument("scenario", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(["json"]), default="json", show_default=True)
@click.option("--output", type=click.Path(path_type=Path), help="Write here instead of to the terminal.")
def command(scenario: Path, form: str, output: Path | None) -> None:
    """Compare three years of staying on GPU with migrating, from a YAML or JSON SCENARIO."""
    result = evaluate(load_scenario(read_mapping(scenario)))
    text = json.dumps(result.to_dict(), indent=1, allow_nan=False)
    if output is None:
        click.echo(text)
    else:
        output.write_text(text + "\n", encoding="utf-8")


def read_mapping(path: Path) -> object:
    """What the file holds, or ScenarioInvalid that names the file and line."""
    try:
        with path.open("rb") as file:
            raw = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise ScenarioInvalid(
            Text(f"cannot be read: {error.strerror}", f"无法读取：{error.strerror}"), place=str(path)
        ) from error
    if len(raw) > _MOST_BYTES:
        raise ScenarioInvalid(
            Text("is larger than 1 MB; a scenario is a page of YAML", "超过 1 MB；方案应为一页 YAML"),
            place=str(path),
        )
    try:
        return yaml.safe_load(raw)
    # YAML also builds dates and long integers, and nests without end: those refuse in their own way.
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{path}:{mark.line + 1}" if mark else str(path)
        raise ScenarioInvalid(
            Text(
                "is neither YAML nor JSON; mend the file at this line", "既不是 YAML 也不是 JSON，请修正该行"
            ),
            place=place,
        ) from error
