"""Keeping and dropping the views that a member saved."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from apps.core.errors import ApplicationError
from apps.coupling.models import SavedView
from apps.projects.models import Project

MOST = 30
_LONGEST = 2000


def save_view(*, user: User, project: Project, name: str, query: str) -> SavedView:
    """Keep a view under a name; the same name once more replaces what it meant.

    Raises ApplicationError for a name that is empty or too long, and when there are too many.
    """
    name = name.replace("\x00", "").strip()
    mine = SavedView.objects.filter(project=project, user=user)
    longest = SavedView._meta.get_field("name").max_length or 0
    if not 0 < len(name) <= longest or len(query) > _LONGEST:
        raise ApplicationError("bad_view", _("Give the view a name of 1 to %d letters.") % longest)
    if mine.exclude(name=name).count() >= MOST:
        raise ApplicationError("too_many_views", _("You keep %d views already; drop one first.") % MOST)
    view, _made = SavedView.objects.update_or_create(
        project=project, user=user, name=name, defaults={"query": query}
    )
    return view


def drop_view(*, view: SavedView) -> None:
    """Forget a saved view."""
    view.delete()
