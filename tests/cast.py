"""The people of the tests: five with one role each in one project, and one who must see nothing.

Alice is the architect, Mona the manager, Bob the operator, Vic the viewer. Charlie is a stranger who is the
architect of a project of his own.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.test import Client

from apps.projects.models import Membership, Project, Role
from tests import factory


@dataclass(frozen=True, slots=True)
class Cast:
    """One project with its people, and the stranger's own project."""

    project: Project
    alice: User
    mona: User
    bob: User
    vic: User
    charlie: User
    charlies_project: Project

    def by_name(self, name: str) -> User:
        """Return a person by first name, in lower case."""
        person: User = getattr(self, name)
        return person


def gather() -> Cast:
    """Return the cast, stored in the database."""
    alice, mona, bob, vic, charlie = (
        factory.user(name) for name in ("alice", "mona", "bob", "vic", "charlie")
    )
    project = factory.project("Document questions", architect=alice)
    for person, role in ((mona, Role.MANAGER), (bob, Role.OPERATOR), (vic, Role.VIEWER)):
        Membership.objects.create(project=project, user=person, role=role)
    return Cast(project, alice, mona, bob, vic, charlie, factory.project("Charlie's own", architect=charlie))


def client_of(person: User | None) -> Client:
    """Return a browser in which the person is signed in, or nobody."""
    client = Client()
    if person is not None:
        client.force_login(person)
    return client
