"""Who may give roles, and that a project never loses its last architect."""

import pytest
from django.urls import reverse

from apps.core.errors import ApplicationError
from apps.core.models import AuditEntry
from apps.projects import services
from apps.projects.access import ALLOWED, Action
from apps.projects.models import Membership, Project, Role
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    """Return the people."""
    return gather()


def members_page(cast: Cast) -> str:
    return reverse("projects:members", args=[cast.project.slug])


def role_of(cast: Cast, name: str) -> str:
    return Membership.objects.get(project=cast.project, user=cast.by_name(name)).role


def test_the_maker_of_a_project_is_its_architect(cast: Cast) -> None:
    client = client_of(cast.vic)

    client.post(reverse("projects:new"), {"name": "问答系统"})

    made = Project.objects.get(name="问答系统")
    assert made.slug.startswith("project")
    assert made.memberships.get().user == cast.vic
    assert made.memberships.get().role == Role.ARCHITECT


def test_a_project_is_named_by_letters_that_people_see(cast: Cast) -> None:
    client = client_of(cast.vic)

    client.post(reverse("projects:new"), {"name": "Pay\u202eroll\u200b", "description": "a\u2066b"})
    refused = client.post(reverse("projects:new"), {"name": "\u202e\u200b"})

    made = Project.objects.get(slug="payroll")
    assert (made.name, made.description) == ("Payroll", "ab")
    assert refused.status_code == 400


def test_the_last_architect_cannot_step_down(cast: Cast) -> None:
    with pytest.raises(ApplicationError, match="at least one architect"):
        services.set_role(actor=cast.alice, project=cast.project, username="alice", role=Role.VIEWER)

    assert role_of(cast, "alice") == Role.ARCHITECT


def test_an_architect_may_step_down_once_there_is_another(cast: Cast) -> None:
    services.set_role(actor=cast.alice, project=cast.project, username="bob", role=Role.ARCHITECT)
    services.set_role(actor=cast.alice, project=cast.project, username="alice", role=Role.VIEWER)

    assert role_of(cast, "alice") == Role.VIEWER
    assert role_of(cast, "bob") == Role.ARCHITECT


@pytest.mark.parametrize(
    ("username", "role"), [("mona", "architect"), ("vic", "architect"), ("alice", "viewer")]
)
def test_a_manager_neither_gives_nor_takes_the_architects_role(cast: Cast, username: str, role: str) -> None:
    services.set_role(actor=cast.alice, project=cast.project, username="bob", role=Role.ARCHITECT)
    before = role_of(cast, username)

    answer = client_of(cast.mona).post(members_page(cast), {"username": username, "role": role})

    assert answer.status_code == 400
    assert "Only an architect" in answer.content.decode()
    assert role_of(cast, username) == before


def test_a_manager_cannot_lock_the_architect_out_in_two_steps(cast: Cast) -> None:
    for username, role in (("mona", "architect"), ("alice", "viewer")):
        client_of(cast.mona).post(members_page(cast), {"username": username, "role": role})

    assert (role_of(cast, "mona"), role_of(cast, "alice")) == (Role.MANAGER, Role.ARCHITECT)


def test_a_manager_gives_the_other_roles(cast: Cast) -> None:
    for username, role in (("charlie", "viewer"), ("vic", "manager"), ("bob", "viewer")):
        services.set_role(actor=cast.mona, project=cast.project, username=username, role=role)

    assert [role_of(cast, name) for name in ("charlie", "vic", "bob")] == ["viewer", "manager", "viewer"]


def test_a_manager_is_not_offered_the_architects_role(cast: Cast) -> None:
    def offered(name: str) -> list[str]:
        form = client_of(cast.by_name(name)).get(members_page(cast)).context["form"]
        return [value for value, _label in form.fields["role"].widget.choices]

    assert offered("mona") == ["manager", "operator", "viewer"]
    assert offered("alice") == list(Role.values)


def test_whoever_is_not_a_member_gives_no_role(cast: Cast) -> None:
    with pytest.raises(ApplicationError, match="Only an architect"):
        services.set_role(actor=cast.charlie, project=cast.project, username="charlie", role=Role.ARCHITECT)


def test_the_page_tells_why_and_changes_nothing(cast: Cast) -> None:
    answer = client_of(cast.alice).post(members_page(cast), {"username": "alice", "role": "viewer"})

    assert answer.status_code == 400
    assert "at least one architect" in answer.content.decode()
    assert role_of(cast, "alice") == Role.ARCHITECT


@pytest.mark.parametrize("name", ["bob", "vic"])
def test_operator_and_viewer_may_not_give_roles(cast: Cast, name: str) -> None:
    client = client_of(cast.by_name(name))

    assert client.get(members_page(cast)).status_code == 403
    assert client.post(members_page(cast), {"username": name, "role": "architect"}).status_code == 403
    assert role_of(cast, name) != Role.ARCHITECT


def test_charlie_sees_nothing_and_changes_nothing(cast: Cast) -> None:
    client = client_of(cast.charlie)

    assert client.get(members_page(cast)).status_code == 404
    assert client.post(members_page(cast), {"username": "charlie", "role": "architect"}).status_code == 404
    assert not Membership.objects.filter(project=cast.project, user=cast.charlie).exists()


def test_home_lists_the_readers_projects_alone(cast: Cast) -> None:
    page = client_of(cast.charlie).get(reverse("projects:home"))

    assert list(page.context["projects"]) == [cast.charlies_project]
    assert cast.project.name not in page.content.decode()


def test_giving_a_role_leaves_a_trace(cast: Cast) -> None:
    services.set_role(actor=cast.alice, project=cast.project, username="charlie", role=Role.OPERATOR)

    entry = AuditEntry.objects.filter(verb="member.role").get()
    assert (entry.actor, entry.target, entry.project_slug) == ("alice", "charlie", cast.project.slug)


def test_an_unknown_name_is_refused(cast: Cast) -> None:
    with pytest.raises(ApplicationError, match="no user named"):
        services.set_role(actor=cast.alice, project=cast.project, username="nobody", role=Role.VIEWER)


def test_every_role_may_look_and_architects_may_do_everything_but_approve() -> None:
    assert all(Action.VIEW in actions for actions in ALLOWED.values())
    assert ALLOWED[Role.ARCHITECT] == frozenset(Action) - {Action.APPROVE}
    assert [role for role, actions in ALLOWED.items() if Action.APPROVE in actions] == [Role.MANAGER]
