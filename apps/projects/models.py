"""Projects and who may do what in them: every other row hangs on a project."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.core.models import TimeStamped


class Role(models.TextChoices):
    """What a member is in a project; `access.ALLOWED` says what each may do."""

    ARCHITECT = "architect", _("Architect")
    MANAGER = "manager", _("Manager")
    OPERATOR = "operator", _("Operator")
    VIEWER = "viewer", _("Viewer")


class ProjectQuerySet(models.QuerySet["Project"]):
    """Projects as a reader may see them."""

    def for_user(self, user: AbstractUser | AnonymousUser) -> ProjectQuerySet:
        """Return the projects in which the user is a member."""
        return self.filter(memberships__user_id=user.pk) if user.pk else self.none()


class Project(TimeStamped):
    """One AI application on its way from GPU to NPU."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    description = models.CharField(max_length=400, blank=True)

    objects = ProjectQuerySet.as_manager()

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Membership(TimeStamped):
    """One user's role in one project."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices)

    class Meta:
        ordering = ("project", "user")
        constraints = (models.UniqueConstraint(fields=("project", "user"), name="one_role_per_project"),)

    def __str__(self) -> str:
        return f"{self.user} is {self.role} of {self.project}"


class AccessToken(TimeStamped):
    """Lets a pipeline act for a member in one project; only the hash of the token is stored.

    It may do no more than the member may do at the moment of use.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="access_tokens")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=80)
    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        """Tell whether it opens nothing any more."""
        return self.revoked_at is not None or self.expires_at <= timezone.now()
