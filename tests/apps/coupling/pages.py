"""Visiting the map and the findings, and reading the page that comes back."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

from django.test import Client
from django.urls import reverse

from apps.projects.models import Project

HTMX = {"HX-Request": "true"}
Attributes = dict[str, str | None]


class Read(HTMLParser):
    """The elements of a page with their attributes, and its texts without code and paths."""

    VERBATIM = ("path", "code-line", "node-name", "inspector-name")

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, Attributes]] = []
        self.texts: list[str] = []
        self._open: list[bool] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the element; texts in it are verbatim when it or one around it says so."""
        found = dict(attrs)
        self.elements.append((tag, found))
        if tag not in {"meta", "link", "input", "img", "br"}:
            verbatim = any(name in self.VERBATIM for name in (found.get("class") or "").split())
            self._open.append(verbatim or tag in {"style", "script"} or any(self._open[-1:]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the element; it holds no text."""
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Leave the element."""
        if self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        """Note a text that is the portal's own."""
        if data.strip() and not any(self._open[-1:]):
            self.texts.append(" ".join(data.split()))

    def all(self, tag: str, **having: str) -> list[Attributes]:
        """Return the attributes of all elements TAG that carry these."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in having.items()}
        return [
            found
            for name, found in self.elements
            if name == tag and all(value in (found.get(key) or "").split() for key, value in wanted.items())
        ]


@dataclass(frozen=True, slots=True)
class Visit:
    """One person's browser in one project."""

    client: Client
    project: Project
    headers: dict[str, str] = field(default_factory=dict)

    def get(self, name: str, /, **query: object) -> Any:
        """Return the answer of that page of coupling."""
        address = reverse(f"coupling:{name}", args=[self.project.slug])
        return self.client.get(f"{address}?{urlencode(query)}", headers=self.headers)

    def text(self, name: str, /, **query: object) -> str:
        """Return the source of a page that must be there."""
        answer = self.get(name, **query)
        assert answer.status_code == 200
        return str(answer.content.decode())

    def read(self, name: str, /, **query: object) -> Read:
        """Return that page, taken apart."""
        return Read(self.text(name, **query))

    def in_chinese(self) -> Visit:
        """Return the same browser with Chinese chosen."""
        self.client.cookies["django_language"] = "zh-hans"
        return self

    def by_htmx(self) -> Visit:
        """Return the same browser, asking for fragments."""
        return Visit(self.client, self.project, HTMX)
