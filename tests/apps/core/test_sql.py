"""Rows of our own statements as objects."""

from apps.core import sql
from apps.core.models import AuditEntry
from apps.projects.models import Membership
from tests.cast import Cast, gather


def test_a_row_becomes_an_object_with_what_stands_behind_it(db, django_assert_num_queries) -> None:
    cast: Cast = gather()
    statement = """
        SELECT member.role, member.id, project.id AS project__id, project.slug AS project__slug
        FROM projects_membership AS member JOIN projects_project AS project ON project.id = member.project_id
        WHERE member.user_id = %(user)s
    """
    with django_assert_num_queries(1):
        (member,) = sql.objects(Membership, statement, {"user": cast.bob.pk})
        assert member.project.slug == cast.project.slug
    assert member.project.name == cast.project.name
    assert member.user == cast.bob


def test_json_is_read_and_no_row_is_no_object(db) -> None:
    AuditEntry.objects.create(actor="a", verb="v", target="t", detail={"n": [1]})
    statement = "SELECT id, detail FROM core_auditentry WHERE actor = %(actor)s"
    assert sql.objects(AuditEntry, statement, {"actor": "a"})[0].detail == {"n": [1]}
    assert sql.objects(AuditEntry, statement, {"actor": "b"}) == []
