"""Making projects and giving roles in them."""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from apps.core import audit
from apps.core.errors import ApplicationError
from apps.projects.models import Membership, Project, Role


def free_slug(name: str) -> str:
    """Return a slug for NAME that no project has; a name without Latin letters becomes project-N."""
    base = slugify(name)[:50] or "project"
    taken = set(Project.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number = 1
    while (slug := base if number == 1 else f"{base}-{number}") in taken:
        number += 1
    return slug


@transaction.atomic
def create_project(*, user: User, name: str, description: str = "") -> Project:
    """Make a project whose maker is its architect."""
    project = Project.objects.create(slug=free_slug(name), name=name, description=description)
    Membership.objects.create(project=project, user=user, role=Role.ARCHITECT)
    audit.record(user, "project.created", project.slug, project_slug=project.slug)
    return project


@transaction.atomic
def set_role(*, actor: User, project: Project, username: str, role: str) -> Membership:
    """Give a user a role, new or changed.

    Raises ApplicationError for an unknown user, when somebody else than an architect would give or take the
    architect's role, and when the project would lose its last architect.
    """
    user = User.objects.filter(username=username).first()
    if user is None:
        message = _("There is no user named “%s”; check the spelling.") % username
        raise ApplicationError("unknown_user", message)
    # Locked as a whole: of two who demote each other at once, the second must see what the first did.
    members = {one.user_id: one.role for one in _locked(project)}
    _refuse_by_role(members, actor, user, role)
    membership, _made = Membership.objects.update_or_create(
        project=project, user=user, defaults={"role": role}
    )
    audit.record(actor, "member.role", username, project_slug=project.slug, role=role)
    return membership


def _locked(project: Project) -> list[Membership]:
    return list(Membership.objects.select_for_update().filter(project=project))


def _refuse_by_role(members: Mapping[int, str], actor: User, user: User, role: str) -> None:
    architects = {user_id for user_id, held in members.items() if held == Role.ARCHITECT}
    is_about_architects = role == Role.ARCHITECT or user.pk in architects
    if is_about_architects and actor.pk not in architects:
        message = _("Only an architect of the project can give or take the architect's role.")
        raise ApplicationError("architects_only", message)
    if role != Role.ARCHITECT and not architects - {user.pk}:
        message = _("A project keeps at least one architect; name another first.")
        raise ApplicationError("last_architect", message)
