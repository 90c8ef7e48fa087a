"""A form for any job kind, made from its parameters in the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from apps.core.templatetags.texts import in_language
from apps.projects.models import Project
from apps.validation.models import Node
from apps.validation.words import VALUES
from migration_engine.protocol import JobKind, Parameter


class JobForm(forms.Form):
    """The parameters of one kind, and which node may take it."""

    node = forms.ModelChoiceField(
        queryset=Node.objects.none(),
        required=False,
        label=_("Node"),
        empty_label=_("Any node that can do it"),
        help_text=_("Choose one to compare nodes with each other."),
    )

    def __init__(
        self, data: Any, *, kind: JobKind, project: Project, initial: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.kind = kind
        made = {parameter.name: field_for(parameter) for parameter in kind.parameters}
        node = self.fields.pop("node")
        node.queryset = Node.objects.of(project).enrolled()  # type: ignore[attr-defined]
        self.fields.update(made | {"node": node})

    def parameters(self) -> Mapping[str, Any]:
        """Return what was chosen, as the protocol takes it."""
        return {parameter.name: self.cleaned_data[parameter.name] for parameter in self.kind.parameters}


def field_for(parameter: Parameter) -> forms.Field:
    """Return the field that offers exactly what the parameter's schema allows."""
    schema: Mapping[str, Any] = parameter.schema
    common: dict[str, Any] = {
        "label": in_language(parameter.label),
        "help_text": in_language(parameter.help),
        "initial": parameter.default,
    }
    if schema["type"] == "array":
        choices = _choices(schema["items"]["enum"])
        return forms.MultipleChoiceField(choices=choices, widget=forms.CheckboxSelectMultiple, **common)
    if "enum" in schema:
        kind = int if schema["type"] == "integer" else str
        return forms.TypedChoiceField(choices=_choices(schema["enum"]), coerce=kind, **common)
    return forms.IntegerField(min_value=schema["minimum"], max_value=schema["maximum"], **common)


def _choices(values: list[Any]) -> list[tuple[str, Any]]:
    return [(str(value), VALUES.get(str(value), value)) for value in values]
