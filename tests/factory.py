"""Plain functions that make rows for tests; each returns what it made."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from apps.coupling.models import Override, SavedView, TriageChange
from apps.projects import services
from apps.projects.models import AccessToken, Project
from apps.scans.models import RuleFile, Scan, Schedule, SourceKind, State
from apps.tco import sharing, snapshots
from apps.tco.models import ShareLink, Snapshot


def user(name: str) -> User:
    """Return a user without a password: tests sign in by force_login, and hashing costs a second each."""
    return User.objects.create_user(username=name, first_name=name.title())


def project(name: str, *, architect: User) -> Project:
    """Return a project as the service makes it."""
    return services.create_project(user=architect, name=name)


def scan(project: Project, *, number: int = 1, state: str = State.SUCCEEDED) -> Scan:
    """Return a scan row without files or findings, for tests that need only something to point at."""
    return Scan.objects.create(
        project=project, number=number, source_kind=SourceKind.ARCHIVE, source_name="docqa.zip", state=state
    )


def rule_file(project: Project, name: str = "house.yaml") -> RuleFile:
    """Return a row for a file of own rules, without any rule."""
    return RuleFile.objects.create(
        project=project, name=name, text="[]", sha256="0" * 64, rules=[], samples=0, added_by="alice"
    )


def override(project: Project) -> Override:
    """Return an override of a component that no scan holds."""
    return Override.objects.create(
        project=project, kind="layer", components=["docqa"], value="L3", reason="it serves", author="alice"
    )


def saved_view(project: Project, user: User, name: str = "mine") -> SavedView:
    """Return a view of the strong findings, kept by a member."""
    return SavedView.objects.create(project=project, user=user, name=name, query="?coupling=strong")


def triage_change(project: Project) -> TriageChange:
    """Return an act of triage on nothing."""
    return TriageChange.objects.create(project=project, actor="alice", what={"status": "in_work"})


def snapshot(project: Project, *, number: int = 1) -> Snapshot:
    """Return a snapshot of the comparison as it stands, under a number of one's own."""
    taken = snapshots.take(actor="alice", project=project, title="For the board")
    Snapshot.objects.filter(pk=taken.pk).update(number=number)
    return Snapshot.objects.get(pk=taken.pk)


def share_link(project: Project, *, number: int = 1) -> ShareLink:
    """Return an open link to a snapshot; its token is known to nobody."""
    sharing.share(actor="alice", snapshot=snapshot(project, number=number), days=7)
    return ShareLink.objects.get()


def schedule(project: Project) -> Schedule:
    """Return a daily schedule whose time is over."""
    return Schedule.objects.create(
        project=project,
        git_url="https://code.example.org/o/r.git",
        time_zone="Asia/Shanghai",
        next_at=timezone.now(),
        made_by="alice",
    )


def access_token(project: Project, user: User) -> AccessToken:
    """Return the row of a token that nobody knows."""
    far = timezone.now() + timedelta(days=9)
    return AccessToken.objects.create(
        project=project, user=user, name="ci", token_hash="0" * 64, expires_at=far
    )
