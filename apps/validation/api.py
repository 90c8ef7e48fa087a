"""What nodes call: enrol, say hello, ask for work. The portal itself never calls a node."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, cast

from drf_spectacular.utils import extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
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
from apps.validation.serializers import AskSerializer, EnrolSerializer, IntroductionSerializer, checked


def given(serializer: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """Return the checked body. Raises BadBody, which names the field, for one that breaks the rules."""
    try:
        body = request.data
        check_storable(body)
        return checked(serializer, body)
    except (ParseError, ValidationError) as error:
        raise BadBody(error.detail) from error
    except RecursionError as error:
        raise BadBody("The body is nested too deep.") from error


def node_of(request: Request) -> Node:
    """Return who sent the request; NodeAuthentication lets nobody else in."""
    return cast(Node, request.user)


def wishes(request: Request) -> dict[str, str]:
    """Return the header by which a node learns that it should say hello soon."""
    return {"X-Portal-Wants": "hello"} if node_of(request).rotation_asked_at else {}


class AlwaysJSON(DefaultContentNegotiation):
    """There is one form of answer, so what a node would accept need not be weighed."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Return the first."""
        renderer = next(iter(renderers))
        return renderer, str(renderer.media_type)


class NodeView(APIView):
    """A view for nodes only; people's sessions mean nothing here."""

    authentication_classes: Sequence[type[BaseAuthentication]] = (NodeAuthentication,)
    parser_classes = (BoundedJSONParser,)
    content_negotiation_class = AlwaysJSON


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

    @extend_schema(responses=dict, operation_id="node_who_am_i")
    def get(self, request: Request) -> Response:
        """Say what the portal knows of this node and where its doorbell hangs; nothing is noted."""
        node = node_of(request)
        bell = services.doorbell_of(node, address=request.META["REMOTE_ADDR"])
        return Response({"node": str(node.pk), "name": node.name, "state": node.state, "doorbell": bell})

    @extend_schema(request=IntroductionSerializer, responses=dict, operation_id="node_hello")
    def post(self, request: Request) -> Response:
        """Keep the node's facts; answer with broker and queues, and with a new token if one was asked for."""
        node = node_of(request)
        services.introduce(node=node, **given(IntroductionSerializer, request))
        bell = services.doorbell_of(node, address=request.META["REMOTE_ADDR"])
        token = services.new_token_for(node)
        return Response({"node": str(node.pk), "doorbell": bell} | ({"token": token} if token else {}))


class Lease(NodeView):
    """Work for a node that has none."""

    @extend_schema(request=AskSerializer, responses={200: dict, 204: None}, operation_id="node_lease")
    def post(self, request: Request) -> Response:
        """Lease the next job, or answer 204."""
        lease = services.lease(node=node_of(request), **given(AskSerializer, request))
        headers = wishes(request)
        return (
            Response(status=204, headers=headers)
            if lease is None
            else Response(asdict(lease), headers=headers)
        )
