"""What people do with a node: drain it, let it go on, change its token, send it away."""

from __future__ import annotations

import secrets
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from apps.core import audit
from apps.core.errors import ApplicationError
from apps.core.tokens import hash_of
from apps.validation.models import EnrolmentCode, Job, Node, NodeState
from apps.validation.services.broker import take_away
from apps.validation.services.doorbell import ring_once
from apps.validation.services.nodes import issue_enrolment_code

# Long enough for several hellos, of which each hands the new token out again until it is used.
OLD_TOKEN_LIVES = timedelta(hours=1)


@transaction.atomic
def drain(*, actor: object, node: Node) -> None:
    """Let the node finish what it does and give it nothing new."""
    if _step(node, NodeState.ENROLLED, NodeState.DRAINING):
        audit.record(actor, "drained node", node.name, project_slug=node.project.slug)


@transaction.atomic
def resume(*, actor: object, node: Node) -> None:
    """Give a draining node work again."""
    if _step(node, NodeState.DRAINING, NodeState.ENROLLED):
        audit.record(actor, "resumed node", node.name, project_slug=node.project.slug)
        ring_once(Job.objects.of(node.project).ready())


@transaction.atomic
def retire(*, actor: object, node: Node) -> None:
    """Let the node do nothing more; the lease of an attempt that it holds runs out by itself."""
    if Node.objects.known().filter(pk=node.pk).update(state=NodeState.RETIRED) == 1:
        audit.record(actor, "retired node", node.name, project_slug=node.project.slug)
        transaction.on_commit(partial(take_away, node))


@transaction.atomic
def rotate_token(*, actor: object, node: Node) -> None:
    """Hand the node a new token with its next hello; the old one ends when the new one is used first."""
    _refuse_retired(node)
    Node.objects.filter(pk=node.pk).update(rotation_asked_at=Now())
    audit.record(actor, "asked for a new token", node.name, project_slug=node.project.slug)


@transaction.atomic
def revoke_token(*, actor: object, node: Node) -> str:
    """End the node's token now, and codes from earlier; return a code that enrols the same node again."""
    _refuse_retired(node)
    EnrolmentCode.objects.filter(node=node, used_at=None).update(expires_at=Now())
    nobody_knows = hash_of(secrets.token_urlsafe(32))
    Node.objects.filter(pk=node.pk).update(
        token_hash=nobody_knows,
        old_token_hash="",
        rotation_asked_at=None,
        generation=F("generation") + 1,
    )
    audit.record(actor, "revoked token of node", node.name, project_slug=node.project.slug)
    transaction.on_commit(partial(take_away, node))
    return issue_enrolment_code(actor=actor, project=node.project, node=node)


@transaction.atomic
def new_token_for(node: Node) -> str | None:
    """Return a new token for a node that was asked to change it, or None.

    Until the new one is used, each hello under the old one gets another: an answer may have been lost.
    """
    asked = Node.objects.select_for_update().filter(pk=node.pk).exclude(rotation_asked_at=None).first()
    if asked is None:
        return None
    token = secrets.token_urlsafe(32)
    if not asked.old_token_hash:
        asked.old_token_hash, asked.old_token_until = asked.token_hash, Now() + OLD_TOKEN_LIVES
    asked.token_hash = hash_of(token)
    asked.save(update_fields=["token_hash", "old_token_hash", "old_token_until"])
    return token


@transaction.atomic
def token_was_used(node: Node) -> None:
    """Forget the old token: the node has the new one."""
    ended = Node.objects.filter(pk=node.pk, token_hash=node.token_hash).exclude(old_token_hash="")
    if ended.update(old_token_hash="", old_token_until=None, rotation_asked_at=None) == 1:
        audit.record(f"node {node.name}", "took a new token", node.name, project_slug=node.project.slug)


def _step(node: Node, before: NodeState, after: NodeState) -> bool:
    return Node.objects.filter(pk=node.pk, state=before).update(state=after, updated_at=Now()) == 1


def _refuse_retired(node: Node) -> None:
    if node.state == NodeState.RETIRED:
        raise ApplicationError("node_retired", _("This node was retired. Enrol it as a new one."))
