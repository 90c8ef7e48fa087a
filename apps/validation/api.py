"""What nodes call: enrol, say hello, ask for work. The portal itself never calls a node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from ipaddress import ip_address
from typing import Any, cast

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from apps.validation import services
from apps.validation.authentication import NodeAuthentication
from apps.validation.border import check_storable
from apps.validation.errors import BadBody
from apps.validation.models import Node
from apps.validation.parsers import BoundedJSONParser
from apps.validation.serializers import AskSerializer, EnrolSerializer, IntroductionSerializer


def given(serializer: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """Return the checked body. Raises BadBody, which names the field, for one that breaks the rules."""
    try:
        body = request.data
        check_storable(body)
        bound = serializer(data=body)
        bound.is_valid(raise_exception=True)
    except (ParseError, ValidationError) as error:
        raise BadBody(error.detail) from error
    except RecursionError as error:
        raise BadBody("The body is nested too deep.") from error
    return dict(bound.validated_data)


def node_of(request: Request) -> Node:
    """Return who sent the request; NodeAuthentication lets nobody else in."""
    return cast(Node, request.user)


class NodeView(APIView):
    """A view for nodes only; people's sessions mean nothing here."""

    authentication_classes: Sequence[type[BaseAuthentication]] = (NodeAuthentication,)
    parser_classes = (BoundedJSONParser,)


class Enrol(NodeView):
    """The one call without a token: the code is the proof."""

    authentication_classes = ()
    permission_classes = ()

    @extend_schema(request=EnrolSerializer, responses={201: dict}, operation_id="node_enrol")
    def post(self, request: Request) -> Response:
        """Trade a one-time code for a node token and the key that signs jobs."""
        node, token = services.enrol(**given(EnrolSerializer, request))
        identity = {"node": str(node.pk), "name": node.name, "project": node.project.slug}
        return Response({**identity, "token": token, "public_key": services.public_key()}, status=201)


class Hello(NodeView):
    """What the node is, against where its doorbell hangs."""

    @extend_schema(request=IntroductionSerializer, responses=dict, operation_id="node_hello")
    def post(self, request: Request) -> Response:
        """Keep the node's facts; answer with broker and queues."""
        node = node_of(request)
        facts = given(IntroductionSerializer, request)
        services.introduce(node=node, **facts)
        node.capabilities = facts["capabilities"]
        return Response({"node": str(node.pk), "doorbell": _doorbell(node, request.META["REMOTE_ADDR"])})


class Lease(NodeView):
    """Work for a node that has none."""

    @extend_schema(request=AskSerializer, responses={200: dict, 204: None}, operation_id="node_lease")
    def post(self, request: Request) -> Response:
        """Lease the next job, or answer 204."""
        lease = services.lease(node=node_of(request), **given(AskSerializer, request))
        return Response(status=204) if lease is None else Response(asdict(lease))


def _doorbell(node: Node, address: str) -> dict[str, Any]:
    """Our own broker's address, with its password, is for nodes on this machine only."""
    # Behind the proxy of production every node seems to be on this machine.
    is_here = _is_loopback(address) and not settings.PRODUCTION
    local = settings.CELERY_BROKER_URL if is_here else ""
    return {"url": settings.NODE_BROKER_URL or local, "queues": [node.queue, node.capability_queue]}


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
