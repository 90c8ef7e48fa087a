"""A cost comparison as a workbook whose formulas stay alive: change a blue cell, and the verdict follows."""

from migration_engine.export.workbook.whole import Dossier, to_workbook

__all__ = ["Dossier", "to_workbook"]
