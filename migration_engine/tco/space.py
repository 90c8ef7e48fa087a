"""Room in the data centre: by kilowatt, by rack, or both."""

from __future__ import annotations

import numpy as np

from migration_engine.tco.numbers import Array, SideNumbers, times
from migration_engine.tco.sizing import Fleet, up


def rack_cost_of(side: SideNumbers, fleet: Fleet) -> Array:
    """Money a month, (n, months): nameplate kilowatts by their rate, and racks by theirs."""
    by_power = side["it_power_kw_nameplate"] * side["rack_per_kw_month"] * fleet.servers
    racks = racks_of(side, fleet)
    return by_power if racks is None else by_power + times(side["rack_per_rack_month"], racks)


def racks_of(side: SideNumbers, fleet: Fleet) -> Array | None:
    """Racks that height or power fills first, (n, months); None where the racks are not described."""
    height, usable, power = (
        side.find(key) for key in ("rack_units_per_server", "rack_usable_units", "rack_kw")
    )
    if height is None or usable is None or power is None:
        return None
    drawn = fleet.servers * side["it_power_kw_nameplate"] * side["rack_derate"]
    return np.maximum(up(fleet.servers * height / usable), up(drawn / power))
