"""What a file says of the models that it trains or serves: settings, and the operators of model code."""

from migration_engine.scan.facts.operators import operators_in
from migration_engine.scan.facts.settings import settings_in

__all__ = ["operators_in", "settings_in"]
