"""Talking to a portal over its API with a token from the environment."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import click

TOKEN = "NPU_MIGRATE_TOKEN"  # noqa: S105 - the name of a variable
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_ANSWER_S = 120


@dataclass(frozen=True, slots=True)
class Portal:
    """One project of a portal."""

    address: str
    project: str
    token: str

    @classmethod
    def at(cls, address: str, project: str) -> Portal:
        """The portal at that address. Refuses to send the token unencrypted to another machine."""
        parts = urlsplit(address)
        if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in _LOOPBACK):
            raise click.UsageError(f"{address}: the token is sent over https only; begin with https://")
        token = os.environ.get(TOKEN, "").strip()
        if not token:
            raise click.UsageError(f"Set {TOKEN}: an architect makes a token on the page “Access tokens”.")
        return cls(address.rstrip("/"), project, token)

    def page(self, number: int) -> str:
        """Where people look at a scan."""
        return f"{self.address}/p/{self.project}/scans/{number}/"

    def send(self, document: bytes, branch: str = "") -> dict[str, Any]:
        """Hand a scan document over, as one of that branch."""
        return self._ask(f"?{urlencode({'branch': branch})}" if branch else "", document)

    def scan(self, number: int) -> dict[str, Any]:
        """How a scan stands."""
        return self._ask(f"{number}/")

    def gate(self, number: int, limits: dict[str, int]) -> dict[str, Any] | None:
        """Whether a scan keeps the limits; None while the portal cannot tell yet."""
        return self._asked(f"{number}/gate/?{urlencode(limits)}", wait_on=HTTPStatus.CONFLICT)

    def _ask(self, path: str, body: bytes | None = None) -> dict[str, Any]:
        told = self._asked(path, body)
        assert told is not None
        return told

    def _asked(
        self, path: str, body: bytes | None = None, wait_on: HTTPStatus | None = None
    ) -> dict[str, Any] | None:
        url = f"{self.address}/api/v1/projects/{quote(self.project, safe='')}/scans/{path}"
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(url, data=body, headers=headers)  # noqa: S310 - checked in `at`
        try:
            with _OPENER.open(request, timeout=_ANSWER_S) as answer:
                told: dict[str, Any] = json.load(answer)
                return told
        except urllib.error.HTTPError as error:
            if error.code == wait_on:
                return None
            raise click.UsageError(f"The portal refused ({error.code}): {_said(error)}") from error
        except (urllib.error.URLError, TimeoutError, ValueError) as error:
            why = getattr(error, "reason", error)
            raise click.UsageError(f"{self.address} does not answer as a portal: {why}") from error


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Another address would get the token."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirect)


def _said(error: urllib.error.HTTPError) -> str:
    """What the portal says of it; a page instead of JSON is cut short to what the status means."""
    try:
        told = json.loads(error.read(10_000))
        return str(told.get("message") or told.get("detail") or error.reason)
    except (ValueError, AttributeError):
        return f"{error.reason}; check the address and the project"
