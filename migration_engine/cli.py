"""`npu-migrate`: scan, look at rules, map, plan and price, on a machine without any service."""

from __future__ import annotations

import io
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import click

from migration_engine import __version__
from migration_engine.coupling import build_map
from migration_engine.effort import estimate
from migration_engine.errors import DocumentInvalid, EngineError, RuleInvalid
from migration_engine.export.csv import to_csv
from migration_engine.export.document import Document, from_document, to_document
from migration_engine.export.sarif import to_sarif
from migration_engine.export.table import to_table
from migration_engine.intake import open_tree
from migration_engine.model import Rule, RuleSet, ScanReport
from migration_engine.planning import waves
from migration_engine.report import scan_report
from migration_engine.rules import load_catalogue
from migration_engine.scan import Progress
from migration_engine.scan.samples import SampleFailure, failing_samples
from migration_engine.tco import evaluate, load_scenario
from migration_engine.tco.scenario_file import read_mapping
from migration_engine.text import Text

GATE_FAILED = 1
BAD_INPUT = 2

_FOLDER = click.Path(file_okay=False, path_type=Path)
_FILE = click.Path(dir_okay=False, path_type=Path)
_OUTPUT = click.option(
    "--output",
    type=_FILE,
    callback=lambda context, option, path: _in_a_folder(path),
    help="Write here instead of to the terminal.",
)
_DOCUMENT = click.argument("document", metavar="SCAN.json", type=_FILE)
_RULES = click.option(
    "--rules", "folders", type=_FOLDER, multiple=True, help="A folder of your own rules; may be repeated."
)
_FORMATS = ("json", "sarif", "csv", "table")


@click.group()
@click.version_option(__version__, prog_name="npu-migrate")
def cli() -> None:
    """Find what ties an AI application to NVIDIA GPUs, and plan its move to Ascend NPUs."""


@cli.command()
@click.argument("source", metavar="PATH")
@_OUTPUT
@click.option("--format", "form", type=click.Choice(_FORMATS), default="json", show_default=True)
@_RULES
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that read files."
)
@click.option("--cache", type=_FOLDER, help="Keep the compiled rules here for the next run.")
@click.option("--progress/--no-progress", "shown", default=None, help="Default: when a person is watching.")
@click.option(
    "--snippets",
    type=click.Choice(("none", "line", "context")),
    default="context",
    show_default=True,
    help="How much code the document carries.",
)
def scan(
    source: str,
    output: Path | None,
    form: str,
    folders: tuple[Path, ...],
    jobs: int,
    cache: Path | None,
    shown: bool | None,
    snippets: str,
) -> None:
    """Scan PATH: a folder, an archive (.zip, .tar, .tar.gz) or an https Git URL. Nothing is executed."""
    ruleset = load_catalogue(*folders)
    with open_tree(source) as tree, _progress(shown) as progress:
        report = scan_report(tree, ruleset, jobs=jobs, progress=progress, snippets=snippets, cache=cache)
    _write(_formatted(report, form), output)


@cli.command("map")
@_DOCUMENT
@_OUTPUT
def map_(document: Path, output: Path | None) -> None:
    """Draw the coupling map of a scan document as plain figures."""
    _write(_as_json(build_map(_report_in(document)).to_dict()), output)


@cli.command()
@_DOCUMENT
@_OUTPUT
def plan(document: Path, output: Path | None) -> None:
    """Estimate the effort of a scan document and suggest the waves."""
    report = _report_in(document)
    effort = estimate(report)
    suggested = [asdict(wave) for wave in waves(report, effort)]
    _write(_as_json({"effort": asdict(effort), "waves": suggested}), output)


@cli.command()
@click.argument("scenario", type=_FILE)
@click.option("--format", "form", type=click.Choice(("json",)), default="json", show_default=True)
@_OUTPUT
def tco(scenario: Path, form: str, output: Path | None) -> None:
    """Compare three years of staying on GPU with migrating, from a YAML or JSON SCENARIO."""
    _write(_as_json(evaluate(load_scenario(read_mapping(scenario))).to_dict()), output)


@cli.group()
def rules() -> None:
    """Look at the coupling patterns, and test your own."""


@rules.command("list")
@_RULES
def list_(folders: tuple[Path, ...]) -> None:
    """One line a rule: id, layer, coupling, effort, title."""
    known = load_catalogue(*folders).rules
    width = max((len(rule.id) for rule in known), default=0)
    for rule in known:
        marks = f"{rule.layer.value}  {rule.coupling.value:<6}  {rule.effort.value:<8}"
        click.echo(f"{rule.id:<{width}}  {marks}  {rule.title.en}")


@rules.command()
@click.argument("identity", metavar="ID")
@_RULES
def show(identity: str, folders: tuple[Path, ...]) -> None:
    """All that is known about the rule ID."""
    click.echo("\n".join(_described(_rule_called(identity, load_catalogue(*folders)))))


@rules.command()
@click.argument("folder", metavar="[DIR]", required=False, type=_FOLDER)
def test(folder: Path | None) -> None:
    """Run the samples that every rule carries, with those in DIR added."""
    ruleset = load_catalogue(*([folder] if folder else []))
    failures = failing_samples(ruleset)
    for failure in failures:
        click.echo(_told(failure))
    samples = sum(len(rule.hit_samples) + len(rule.miss_samples) for rule in ruleset.rules)
    click.echo(f"{len(ruleset.rules)} rules, {samples} samples, {len(failures)} failed")
    if failures:
        sys.exit(GATE_FAILED)


def _formatted(report: ScanReport, form: str) -> str:
    if form == "sarif":
        return _as_json(to_sarif(report))
    if form == "csv":
        return to_csv(report)
    if form == "table":
        return to_table(report)
    return _as_json(to_document(report))


def _as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _report_in(path: Path) -> ScanReport:
    try:
        document: Document = json.loads(path.read_bytes())
    except OSError as error:
        raise DocumentInvalid(
            Text(
                f"cannot be read ({error.strerror}); check the path",
                f"无法读取（{error.strerror}），请检查路径",
            ),
            place=str(path),
        ) from error
    except (ValueError, RecursionError) as error:
        raise DocumentInvalid(
            Text(
                f"is not JSON ({error}); give what `npu-migrate scan --output` wrote",
                f"不是 JSON（{error}），请提供 `npu-migrate scan --output` 的输出",
            ),
            place=str(path),
        ) from error
    return from_document(document)


def _write(text: str, output: Path | None) -> None:
    """To the terminal, or written aside and renamed, so that nobody meets half a file."""
    if output is None:
        sys.stdout.buffer.write(text.encode("utf-8"))
        sys.stdout.flush()
        return
    try:
        _replace(output, text.encode("utf-8"))
    except OSError as error:  # which names the file aside, of which nobody has heard
        raise OSError(error.errno, error.strerror, str(output)) from error


def _replace(output: Path, data: bytes) -> None:
    with tempfile.NamedTemporaryFile(dir=output.parent, prefix=f".{output.name}.", delete=False) as file:
        aside = Path(file.name)
        try:
            file.write(data)
            file.flush()
            aside.chmod(0o666 & ~_umask())
            aside.replace(output)
        except OSError:
            aside.unlink(missing_ok=True)
            raise


def _in_a_folder(output: Path | None) -> Path | None:
    """Looked at before the work, which may take minutes."""
    if output is not None and not output.parent.is_dir():
        raise click.BadParameter(f"{output}: the folder {output.parent} does not exist; create it first.")
    return output


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


@contextmanager
def _progress(shown: bool | None) -> Iterator[Progress | None]:
    """One line on the error stream that is written over and wiped at the end."""
    if shown is False or (shown is None and not (sys.stderr and sys.stderr.isatty())):
        yield None
        return
    try:
        yield _tell
    finally:
        click.echo("\r\x1b[K", nl=False, err=True)


def _tell(step: str, done: int, total: int) -> None:
    click.echo(f"\r\x1b[K{step} {done:,} of {total:,}", nl=False, err=True)


def _rule_called(identity: str, ruleset: RuleSet) -> Rule:
    for rule in ruleset.rules:
        if rule.id == identity:
            return rule
    raise RuleInvalid(
        Text(
            "no rule has this id; `npu-migrate rules list` shows them all",
            "没有此标识的规则；`npu-migrate rules list` 可列出全部规则",
        ),
        place=identity,
    )


def _described(rule: Rule) -> Iterator[str]:
    yield f"{rule.id}: {rule.title.en} / {rule.title.zh}"
    marks = (rule.layer.value, rule.coupling.value, rule.kind.value)
    yield f"{', '.join(marks)}, {rule.effort.value} for the first place"
    yield f"\nWhy\n  {rule.why.en}\n  {rule.why.zh}"
    replacement = rule.replacement
    vouched = f"by {replacement.source}" if replacement.source else replacement.verified
    yield f"\nReplacement ({replacement.kind}, vouched for: {vouched})\n  {replacement.what.en}"
    if replacement.what.zh != replacement.what.en:
        yield f"  {replacement.what.zh}"
    yield from (f"  {name} -> {counterpart}" for name, counterpart in replacement.table.items())
    yield "\nMatches"
    yield from (f"  {kind}: {', '.join(patterns)}" for kind, patterns in rule.match.items())
    yield from (f"  but not {kind}: {', '.join(patterns)}" for kind, patterns in rule.unless.items())
    if rule.validate:
        yield f"\nValidate by: {', '.join(rule.validate)}"
    yield from rule.links


def _told(failure: SampleFailure) -> str:
    found = ", ".join(failure.found) or "nothing"
    sample = f"{failure.wanted} sample {failure.number} ({failure.sample.file})"
    return f"{failure.rule}: {sample} answers with {found}"


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


if __name__ == "__main__":
    main()
