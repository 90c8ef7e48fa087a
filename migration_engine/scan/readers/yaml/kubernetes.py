"""Reads from a Kubernetes manifest which images it runs, and under which name a service is reached."""

from __future__ import annotations

from collections.abc import Iterator

from migration_engine.model import EdgeKind
from migration_engine.quick_yaml import yaml
from migration_engine.scan.sighting import Reading


def see_objects(document: yaml.Node, reading: Reading) -> None:
    """Links to images that the tree may build, and the host of a Service."""
    if isinstance(document, yaml.MappingNode) and _text(document, "kind") == "Service":
        for key, value in document.value:
            if key.value == "metadata" and isinstance(value, yaml.MappingNode):
                reading.offer("host", _text(value, "name"), "", key.start_mark.line + 1)
    for value in _images(document):
        reading.link(EdgeKind.IMAGE, str(value.value), value.start_mark.line + 1)


def _images(document: yaml.Node) -> Iterator[yaml.ScalarNode]:
    """Each node is looked into once: nested aliases must not multiply."""
    waiting, seen = [document], set[int]()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            waiting += node.value
        elif isinstance(node, yaml.MappingNode):
            waiting += [value for _, value in node.value]
            yield from (
                value
                for key, value in node.value
                if key.value == "image" and isinstance(value, yaml.ScalarNode)
            )


def _text(node: yaml.MappingNode, key: str) -> str:
    found = (value for name, value in node.value if name.value == key)
    return next((str(value.value) for value in found if isinstance(value, yaml.ScalarNode)), "")
