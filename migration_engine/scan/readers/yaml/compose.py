"""Reads the services of a compose file: what each is built from, reads, and is called by the others."""

from __future__ import annotations

from collections.abc import Iterator

from migration_engine.expression import expression
from migration_engine.model import EdgeKind
from migration_engine.quick_yaml import yaml
from migration_engine.scan.sighting import Reading

_PORT = expression(r"^(?:\d+\.[\d.]+:)?(\d{2,5})(?::(\d{2,5}))?(?:/tcp)?$")


def see_services(document: yaml.Node, reading: Reading) -> None:
    """Links to files of the tree, and the names and ports under which services are reached."""
    for service, node in _pairs(_value(document, "services")):
        dockerfile = _dockerfile(node, reading)
        line = node.start_mark.line + 1
        reading.offer("host", service, dockerfile, line)
        for name in filter(None, (_text(_value(node, key)) for key in ("container_name", "hostname"))):
            reading.offer("host", name, dockerfile, line)
        image = _text(_value(node, "image"))
        if image and dockerfile:
            reading.offer("image", image, dockerfile, line)
        for port in _ports(_value(node, "ports")):
            reading.offer("port", port, dockerfile, line)
        _see_files(node, reading)


def _dockerfile(service: yaml.Node, reading: Reading) -> str:
    """The file that the service is built from, relative to the compose file; empty for a ready image."""
    build = _value(service, "build")
    if build is None:
        return ""
    context = _text(build) or _text(_value(build, "context")) or "."
    name = _text(_value(build, "dockerfile")) or "Dockerfile"
    if "$" in context + name or "://" in context:
        return ""
    target = f"{context.rstrip('/')}/{name}"
    reading.link(EdgeKind.IMAGE, target, build.start_mark.line + 1)
    return target


def _see_files(service: yaml.Node, reading: Reading) -> None:
    named = [*_texts(_value(service, "env_file")), *_texts(_value(_value(service, "extends"), "file"))]
    mounted = [
        (text.partition(":")[0], line)
        for text, line in _texts(_value(service, "volumes"))
        if text.startswith(("./", "../"))
    ]
    for text, line in (*named, *mounted):
        reading.link(EdgeKind.CONFIG, text, line)


def _ports(node: yaml.Node | None) -> Iterator[str]:
    """The port of the host: among each other services are called by name."""
    for text, _ in _texts(node):
        if found := _PORT.match(text):
            yield found.group(1)


def _pairs(node: yaml.Node | None) -> Iterator[tuple[str, yaml.Node]]:
    if isinstance(node, yaml.MappingNode):
        yield from ((str(key.value), value) for key, value in node.value)


def _value(node: yaml.Node | None, key: str) -> yaml.Node | None:
    return next((value for name, value in _pairs(node) if name == key), None)


def _text(node: yaml.Node | None) -> str:
    return str(node.value) if isinstance(node, yaml.ScalarNode) else ""


def _texts(node: yaml.Node | None) -> Iterator[tuple[str, int]]:
    """The plain values of one value or a list, each with its line."""
    nodes = node.value if isinstance(node, yaml.SequenceNode) else [node]
    for one in nodes:
        if isinstance(one, yaml.ScalarNode):
            yield str(one.value), one.start_mark.line + 1
