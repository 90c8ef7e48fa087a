"""Which versions go together on an Ascend machine, by the tables that their makers publish."""

from migration_engine.compatibility.judge import judge
from migration_engine.compatibility.judgement import FIT_NAMES, PART_NAMES, Fit, Judgement, Pair
from migration_engine.compatibility.versions import versions_in

__all__ = ["FIT_NAMES", "PART_NAMES", "Fit", "Judgement", "Pair", "judge", "versions_in"]
