"""The table that explains the roles says what the code enforces."""

import re

from django.template.loader import render_to_string

from apps.projects.access import ALLOWED, Action
from apps.projects.models import Role

COLUMNS = (
    *({Action.VIEW}, {Action.SCAN, Action.PLAN}, {Action.TRIAGE}),
    *({Action.COST}, {Action.VALIDATE}, {Action.MANAGE}),
)


def test_the_table_of_roles_equals_what_is_enforced() -> None:
    table = render_to_string("projects/_roles.html")

    shown = {
        role: ["glyph-handled" in cell for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)]
        for role, row in re.findall(r'<th scope="row">(\w+)</th>(.*?)</tr>', table, re.DOTALL)
    }

    assert shown == {role.label: [column <= ALLOWED[role] for column in COLUMNS] for role in Role}
