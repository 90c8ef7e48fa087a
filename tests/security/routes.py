"""Every address that the portal answers, read from the resolver, with its parameters filled in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.urls import URLPattern, URLResolver, get_resolver

PARAMETER = re.compile(r"<(?:(?P<kind>[a-z_]+):)?(?P<name>[a-z_]+)>")
# What a parameter is filled with when a test names no row for it: well formed, and the id of nothing.
FILLERS: Mapping[str, object] = {
    "int": 424242,
    "uuid": UUID(int=0),
    "slug": "nothing",
    "path": "a/b",
    "str": "nothing",
}


@dataclass(frozen=True, slots=True)
class Route:
    """One URL pattern: the name of its view and its address with parameters still open."""

    name: str
    pattern: str

    def __str__(self) -> str:
        return self.name or self.pattern

    @property
    def parameters(self) -> tuple[str, ...]:
        """Return the names of the parameters in the order of the address."""
        return tuple(found["name"] for found in PARAMETER.finditer(self.pattern))

    def address(self, **values: object) -> str:
        """Return the address with the parameters filled in; what is not given is the id of nothing."""

        def value(found: re.Match[str]) -> str:
            return str(values.get(found["name"], FILLERS[found["kind"] or "str"]))

        return "/" + PARAMETER.sub(value, self.pattern)


def all_routes() -> list[Route]:
    """Return every route of the portal."""
    return sorted(_walk(get_resolver(), "", ""), key=lambda route: (route.pattern, route.name))


def project_routes() -> list[Route]:
    """Return the routes that hang on a project, of pages and of the API."""
    return [route for route in all_routes() if "slug" in route.parameters]


def _walk(resolver: URLResolver, prefix: str, namespace: str) -> Iterator[Route]:
    for part in resolver.url_patterns:
        here = prefix + str(part.pattern)
        if isinstance(part, URLPattern):
            yield Route(f"{namespace}{part.name or ''}", here)
        else:
            yield from _walk(part, here, f"{namespace}{part.namespace}:" if part.namespace else namespace)
