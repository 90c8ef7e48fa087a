"""All checks of a machine, in the order in which they make sense."""

from __future__ import annotations

from migration_node.capabilities import Profile
from migration_node.doctor.accelerators import device_checks
from migration_node.doctor.check import Check
from migration_node.doctor.membership import membership_checks
from migration_node.doctor.software import software_checks
from migration_node.environments import torch_python
from migration_node.home import NodeHome


def examine(home: NodeHome, profile: Profile) -> list[Check]:
    """Look at identity and portal, at devices, and at software."""
    return [
        *membership_checks(home),
        *device_checks(profile.inventory),
        *software_checks(home, profile.inventory, torch_python(home), profile.framework),
    ]
