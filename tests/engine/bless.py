"""`python -m tests.engine.bless` writes the golden files anew; read the diff as you read code."""

from __future__ import annotations

import sys

from tests.engine.golden import COMPONENTS, FINDINGS, FOLDER, as_text, components_of, findings_of, scanned


def main() -> None:
    scan = scanned()
    FOLDER.mkdir(parents=True, exist_ok=True)
    FINDINGS.write_text(as_text(findings_of(scan)), "utf-8")
    COMPONENTS.write_text(as_text(components_of(scan)), "utf-8")
    sys.stdout.write(f"{len(scan.findings)} findings written to {FINDINGS.name}: now read the diff.\n")


if __name__ == "__main__":
    main()
