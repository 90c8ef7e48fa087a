"""Enrolling nodes, hearing from them, retiring them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from apps.core import audit
from apps.core.errors import ApplicationError
from apps.core.hidden import one_line
from apps.core.tokens import hash_of
from apps.projects.models import Project
from apps.validation.fact_groups import since
from apps.validation.models import EnrolmentCode, Node, NodeState
from apps.validation.services.compatibility import known_bad

CODE_LIFETIME = timedelta(hours=1)
# People type codes: no letter that looks like another, and never a dash first, which would be an option.
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


@transaction.atomic
def issue_enrolment_code(*, actor: object, project: Project, node: Node | None = None) -> str:
    """Return a code that enrols one node within an hour, NODE anew where it is given; it is kept nowhere."""
    code = _new_code()
    EnrolmentCode.objects.create(
        project=project,
        node=node,
        code_hash=hash_of(code),
        issued_by=str(actor)[:150],
        expires_at=Now() + CODE_LIFETIME,
    )
    audit.record(actor, "issued an enrolment code", project, project_slug=project.slug)
    return code


@transaction.atomic
def enrol(
    *, code: str, name: str, facts: Mapping[str, Any], capabilities: Mapping[str, Any]
) -> tuple[Node, str]:
    """Trade a code for a node and its token. Raises ApplicationError when the code is not good any more."""
    issued = EnrolmentCode.objects.filter(code_hash=hash_of(code), used_at=None, expires_at__gt=Now())
    if issued.update(used_at=Now()) != 1:
        message = _("This code was used, has expired or never existed. Make a new one on the nodes page.")
        raise ApplicationError("code_refused", message, status=403)
    row = EnrolmentCode.objects.select_related("project").get(code_hash=hash_of(code))
    token = secrets.token_urlsafe(32)
    node = _enrolled_anew(row.node_id, token) if row.node_id else _new_node(row.project, name, token)
    EnrolmentCode.objects.filter(pk=row.pk).update(node=node)
    introduce(node=node, facts=facts, capabilities=capabilities)
    audit.record(f"node {node.name}", "enrolled", node.pk, project_slug=row.project.slug)
    return node, token


def _enrolled_anew(known: UUID, token: str) -> Node:
    """Give a known node a token; what people decided about it meanwhile stays."""
    node = Node.objects.select_related("project").select_for_update(of=("self",)).get(pk=known)
    if node.state == NodeState.RETIRED:
        raise ApplicationError("code_refused", _("This node was retired. Enrol it as a new one."), status=403)
    node.token_hash, node.old_token_hash, node.rotation_asked_at = hash_of(token), "", None
    node.save(update_fields=["token_hash", "old_token_hash", "rotation_asked_at", "updated_at"])
    return node


def _new_node(project: Project, name: str, token: str) -> Node:
    # One after the other, for machines that are alike come at once and under the same name.
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    return Node.objects.create(project=project, name=_free_name(project, name), token_hash=hash_of(token))


def introduce(*, node: Node, facts: Mapping[str, Any], capabilities: Mapping[str, Any]) -> None:
    """Keep what a node says about itself, judged by which versions go together."""
    known = Node.objects.filter(pk=node.pk)
    before, before_since, now = known.values_list("facts", "facts_since", Now()).get()
    node.facts, node.capabilities = dict(facts), dict(capabilities)
    node.known_bad = known_bad(node.facts)
    known.update(
        facts=node.facts,
        facts_at=Now(),
        facts_since=since(before, node.facts, before_since, now),
        capabilities=node.capabilities,
        known_bad=node.known_bad,
        last_seen_at=Now(),
    )


def _new_code() -> str:
    """Return about 118 random bits in four groups."""
    return "-".join("".join(secrets.choice(CODE_LETTERS) for _ in range(6)) for _ in range(4))


def _free_name(project: Project, wanted: str) -> str:
    """Return the wanted name without hidden letters, numbered when another node of the project has it."""
    taken = set(Node.objects.of(project).values_list("name", flat=True))
    wanted = one_line(wanted)[:90].strip() or "node"
    numbered = (f"{wanted}-{number}" for number in range(2, len(taken) + 3))
    return wanted if wanted not in taken else next(name for name in numbered if name not in taken)
