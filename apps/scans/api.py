"""Scans by program: hand one over, ask how it stands."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.core.errors import ApplicationError
from apps.projects.access import Action
from apps.projects.access_tokens import TokenAuthentication
from apps.projects.access_tokens import enter_by_program as enter
from apps.projects.models import Project
from apps.scans import selectors, services
from apps.scans.models import Scan


class ScanSerializer(serializers.ModelSerializer[Scan]):
    """A scan as programs see it."""

    class Meta:
        model = Scan
        fields = (
            *("number", "state", "source_kind", "source_name", "steps", "counts"),
            *("error_code", "error_message", "rules_version", "root_hash", "started_at", "finished_at"),
            *("changes", "branch"),
        )


class RawJSONParser(BaseParser):
    """Leaves the body as bytes: the document is hashed and checked as it was sent.

    It is no JSONParser: for those the framework reads the whole body first, at most 2.5 MB of it.
    """

    media_type = "application/json"

    def parse(self, stream, media_type=None, parser_context=None):  # type: ignore[no-untyped-def]
        """Return the bytes, one more than allowed at most."""
        return stream.read(services.DOCUMENT_MAX_BYTES + 1)


class Scans(APIView):
    """The scans of one project."""

    parser_classes = (RawJSONParser, MultiPartParser)
    authentication_classes = (TokenAuthentication, SessionAuthentication)

    @extend_schema(responses=ScanSerializer(many=True), operation_id="scans_list")
    def get(self, request: Request, slug: str) -> Response:
        """List the newest fifty scans."""
        project = enter(request, slug, Action.VIEW).project
        return Response(ScanSerializer(selectors.scans_of(project)[:50], many=True).data)

    @extend_schema(request=bytes, responses={201: ScanSerializer}, operation_id="scans_create")
    def post(self, request: Request, slug: str) -> Response:
        """Take a scan document as JSON, or an archive as the multipart field `archive`; ?branch= names its
        branch. Only scans of the project's branch are shown by its map, plan and history."""
        project = enter(request, slug, Action.SCAN).project
        body: object = request.data
        scan = _document(request, project, body) if isinstance(body, bytes) else _archive(request, project)
        return Response(ScanSerializer(scan).data, status=201)


class OneScan(APIView):
    """One scan of a project."""

    authentication_classes = (TokenAuthentication, SessionAuthentication)

    @extend_schema(responses=ScanSerializer, operation_id="scans_retrieve")
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Say how the scan stands."""
        project = enter(request, slug, Action.VIEW).project
        return Response(ScanSerializer(selectors.scan_for(project, number)).data)


def _document(request: Request, project: Project, content: bytes) -> Scan:
    branch = request.query_params.get("branch", "")
    return services.receive_document(
        actor=request.user, project=project, name="scan.json", content=content, branch=branch
    )


def _archive(request: Request, project: Project) -> Scan:
    file = request.FILES.get("archive")
    if file is None:
        raise ApplicationError(
            "no_archive", "Send a scan document as JSON, or the multipart field “archive”."
        )
    return services.receive_archive(
        actor=request.user,
        project=project,
        name=file.name or "",
        chunks=file.chunks(),
        branch=request.query_params.get("branch", ""),
    )
