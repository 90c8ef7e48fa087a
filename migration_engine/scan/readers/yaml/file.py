"""Reads YAML files: as they are, as templates whose actions are taken out, or line by line."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from migration_engine.expression import expression
from migration_engine.intake import skips
from migration_engine.model import Confidence
from migration_engine.quick_yaml import Untagged, yaml
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.readers.yaml.compose import see_services
from migration_engine.scan.readers.yaml.kubernetes import see_objects
from migration_engine.scan.readers.yaml.lines import read_yaml_lines
from migration_engine.scan.readers.yaml.template import (
    UNKNOWN,
    is_template,
    without_actions,
    words_in_actions,
)
from migration_engine.scan.readers.yaml.walk import YamlWalk
from migration_engine.scan.sighting import Reader, Reading, on_line
from migration_engine.scan.text import Places

_UNKNOWN = expression(f"{UNKNOWN}+")
_LARGEST = 1024 * 1024


def read_yaml(text: str, reading: Reading, language: str = "yaml") -> None:
    """All documents of a file; a template is likely at best, for it may drop any of its lines."""
    try:
        _read(text, reading, language)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        reading.start_over("" if is_template(text) else skips.NO_YAML.format(_reason(error)))
        if is_template(text):
            _read_template(text, reading, language)
        else:
            read_yaml_lines(text, reading)


def yaml_reader(language: str) -> Reader:
    return partial(read_yaml, language=language)


def _read(text: str, reading: Reading, language: str) -> None:
    if len(text) > _LARGEST:
        raise ValueError(f"more than {_LARGEST} characters")
    rows = text.split("\n")
    for document in yaml.compose_all(text, Loader=Untagged):
        if document is not None:
            YamlWalk(reading, language, rows).node(document)
            if language == "compose":
                see_services(document, reading)
            if language == "kubernetes":
                see_objects(document, reading)


def _read_template(text: str, reading: Reading, language: str) -> None:
    try:
        _read(without_actions(text), reading, language)
    except (yaml.YAMLError, RecursionError, ValueError):
        reading.start_over("")
        read_yaml_lines(text, reading)
    places = Places(text)
    for offset, value in words_in_actions(text):
        row, column = places.of(offset)
        reading.see(Kind.KEY, value, on_line(row + 1, column, value))
        reading.see(Kind.SETTING, f"={value}", on_line(row + 1, column, value))
    reading.sights[:] = [
        replace(sight, symbol=_UNKNOWN.sub(UNKNOWN, sight.symbol), confidence=Confidence.LIKELY)
        for sight in reading.sights
    ]


def _reason(error: Exception) -> str:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark:
        return f"{error.problem}, line {error.problem_mark.line + 1}"
    return str(error) or type(error).__name__
