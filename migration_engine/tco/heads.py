"""The cost heads, in the order in which tables and charts show them."""

from __future__ import annotations

RUNNING = (
    "electricity",
    "demand_charge",
    "rack",
    "network",
    "support",
    "spares",
    "licence",
    "staff",
    "rent",
    "carbon",
)
"""What a fleet costs month by month; `rack` is space, `rent` that of cloud devices."""

ALWAYS = ("electricity", "rack", "support", "licence", "staff")
"""Shown even where they cost nothing; the others only where the scenario uses them."""

ONCE = ("purchase", "one_off", "dual_run", "gpu_kept", "rollback", "resale", "residual", "tax")
"""What else moves in a cash flow.

`dual_run`: running cost of the GPUs beside the Ascend servers; `gpu_kept`: of those that stay for good;
`rollback`: expected cost of going back; `resale`: of owned GPUs; `residual`: value left at the horizon.
"""

HEADS = (*ONCE[:2], *RUNNING, *ONCE[2:])
"""Every head of a cash flow."""
