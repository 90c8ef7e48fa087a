"""Statements written as SQL, for what is asked so often that the ORM's way of making them costs too much."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, models

Row = TypeVar("Row", bound=models.Model)


def rows(statement: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Return what the statement gives."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall() if cursor.description else []


def objects(model: type[Row], statement: str, values: Mapping[str, Any]) -> list[Row]:
    """Return rows as objects of the model; a field that the statement leaves out is fetched when it is read.

    A column `project__slug` makes the object behind `project`, which needs its key as `project__id`.
    """
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        found = cursor.fetchall()
        names = [column[0] for column in cursor.description] if found else []
    return [_object(model, dict(zip(names, row, strict=True))) for row in found]


def _object(model: type[Row], row: Mapping[str, Any]) -> Row:
    fields = [field for field in model._meta.concrete_fields if field.attname in row]
    values = [_read(field, row[field.attname]) for field in fields]
    made = model.from_db(DEFAULT_DB_ALIAS, [field.attname for field in fields], values)
    for name in {column.partition("__")[0] for column in row if "__" in column}:
        behind = model._meta.get_field(name).related_model
        assert behind is not None
        own = (column for column in row if column.startswith(f"{name}__"))
        setattr(
            made, name, _object(behind, {column.removeprefix(f"{name}__"): row[column] for column in own})
        )
    return made


def _read(field: models.Field[Any, Any], value: object) -> object:
    return json.loads(value) if isinstance(field, models.JSONField) and isinstance(value, str) else value
