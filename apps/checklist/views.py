"""The checklist page."""

from django.http import HttpResponse
from django.shortcuts import render

from apps.checklist import selectors
from apps.checklist.filters import Filter
from apps.checklist.words import GROUPS, STAGES, STATES
from apps.projects.access import Action, ProjectRequest, may, project_view


@project_view(Action.VIEW)
def items(request: ProjectRequest) -> HttpResponse:
    """Show every item with its criterion, where it stands and the evidence for it."""
    rows = selectors.items_for(request.project)
    chosen = Filter.of(request.GET)
    kept = [row for row in rows if chosen.keeps(row)]
    page = {
        "counts": [(state, STATES[state], count) for state, count in selectors.counts(rows).items()],
        "total": len(rows),
        "shown": len(kept),
        "groups": [(GROUPS[group], found) for group, found in selectors.by_group(kept).items()],
        "chosen": chosen,
        "words": {"groups": GROUPS, "stages": STAGES},
        "may_validate": may(request.membership, Action.VALIDATE),
    }
    return render(request, "checklist/items.html", page)
