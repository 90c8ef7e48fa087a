"""Whether a scan passes, by program."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.core.errors import ApplicationError
from apps.coupling.findings.columns import drawn_findings
from apps.coupling.findings.gate import LIMITS, judged
from apps.coupling.findings.placed import Placed
from apps.coupling.history.compare import changes_between
from apps.projects.access import Action
from apps.projects.access_tokens import TokenAuthentication, enter_by_program
from apps.scans.models import State
from apps.scans.selectors import branch_of, scan_for
from migration_engine.changes import Limit


class Gate(APIView):
    """Holds a finished scan against limits that the address names."""

    authentication_classes = (TokenAuthentication, SessionAuthentication)

    @extend_schema(responses=dict, operation_id="scans_gate")
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Say whether the scan passes: ?new_strong=0&strong=10; without any limit, new_strong=0."""
        project = enter_by_program(request, slug, Action.VIEW).project
        scan = scan_for(project, number)
        drawn = drawn_findings(scan) if scan.state == State.SUCCEEDED else None
        if drawn is None:
            raise ApplicationError("not_finished", "The scan is not finished; ask again later.", status=409)
        limits = judged(drawn, _asked(request))
        return Response(
            {
                "passed": all(one.kept for one in limits),
                "branch": scan.branch,
                "project_branch": branch_of(project),
                "compared_with": scan.compared_with.number if scan.compared_with else None,
                "changes": changes_between(scan.compared_with, drawn) or scan.changes,
                "limits": [_told(one) for one in limits],
            }
        )


def _asked(request: Request) -> dict[str, int]:
    unknown = set(request.query_params) - set(LIMITS)
    if unknown:
        known = ", ".join(LIMITS)
        raise ApplicationError("unknown_limit", f"There is no limit “{min(unknown)}”. There are {known}.")
    given = request.query_params
    if bad := [name for name in given if not given[name].isdecimal() or len(given[name]) > 8]:
        raise ApplicationError("bad_limit", f"The limit “{bad[0]}” must be a whole number.")
    return {name: int(given[name]) for name in LIMITS if name in given} or {"new_strong": 0}


def _told(limit: Limit[Placed]) -> dict[str, Any]:
    return {
        "name": limit.name,
        "allowed": limit.allowed,
        "count": limit.count,
        "kept": limit.kept,
        "found": [
            {name: getattr(one.row, name) for name in ("path", "line", "rule", "symbol")}
            | {"change": one.change}
            for one in limit.found
        ],
    }
