"""A cost comparison as a workbook whose formulas stay alive: change a blue cell, and the verdict follows."""

from migration_engine.export.workbook.whole import Dossier, dossier_of, to_workbook

__all__ = ["Dossier", "dossier_of", "to_workbook"]
