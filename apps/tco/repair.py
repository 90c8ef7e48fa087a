"""Repairing stored figures that the engine refuses: each refused key in a form, with what is stored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from apps.core.templatetags.texts import in_language
from apps.projects.models import Project
from apps.tco import services
from apps.tco.fields import rows_by_path
from apps.tco.forms import ScenarioForm, put_entered, shown_at
from apps.tco.models import Scenario
from apps.tco.quotes import ENDS, as_figure
from apps.tco.refused import Refused, refused_in, take_out
from apps.tco.said import said_beside, value_said
from apps.tco.verdict import label_of, unit_of
from migration_engine.errors import ScenarioInvalid
from migration_engine.tco.effects import figure_at
from migration_engine.tco.keys import BY_PATH

_SHOWN = 120


class RepairForm(forms.Form):
    """A field for each refused figure; `gone` are the keys that no field can hold."""

    def __init__(self, inputs: Mapping[str, Any], refused: list[Refused], data: Any = None) -> None:
        paths = list(dict.fromkeys(path for one in refused for path in one.paths))
        kept = [path for path in paths if path in rows_by_path()]
        self.inputs = inputs
        self.gone = [path for path in paths if path not in rows_by_path()]
        super().__init__(data, initial={path: shown_at(inputs, path) for path in kept})
        for path in kept:
            field = deepcopy(ScenarioForm.base_fields[path])
            field.label = label_of(path)
            field.widget.attrs.pop("readonly", None)
            self.fields[path] = field

    def to_inputs(self) -> dict[str, Any]:
        """Return the stored inputs with what was entered, without what no field can hold."""
        inputs = deepcopy(dict(self.inputs))
        for path in self.gone:
            take_out(inputs, path)
        for path, value in self.cleaned_data.items():
            put_entered(inputs, path, value)
        return inputs

    @property
    def reason(self) -> str:
        """Return what the history keeps of the keys that were taken out."""
        gone = "; ".join(f"{path} = {stored_at(self.inputs, path)}" for path in self.gone)
        repaired = _("Repaired for the present engine.")
        taken = _("Taken out: %(keys)s") % {"keys": gone}
        return (f"{repaired} {taken}" if gone else repaired)[:300]


@dataclass(frozen=True, slots=True)
class Fault:
    """One refusal as the page lists it."""

    label: str
    place: str
    why: str
    stored: list[tuple[str, str]]


def faults_of(inputs: Mapping[str, Any], refused: list[Refused]) -> list[Fault]:
    """Return the refusals in words, each with what is stored at every key that it is about."""
    return [
        Fault(
            label_of(one.place),
            one.place,
            in_language(one.why),
            [(label_of(path), _stored(inputs, path)) for path in one.paths],
        )
        for one in refused
    ]


def repair(
    *, actor: object, project: Project, stored: Scenario, data: Mapping[str, Any]
) -> RepairForm | None:
    """Store the repaired figures as the next scenario; where that fails, return the form that says why."""
    refused = refused_in(stored.inputs)
    form = RepairForm(stored.inputs, refused, data)
    if not form.is_valid():
        return form
    try:
        services.save(actor=actor, project=project, inputs=form.to_inputs(), reason=form.reason)
    except ScenarioInvalid as error:
        form = RepairForm(stored.inputs, refused + refused_in(form.to_inputs()), data)
        form.is_valid()
        form.add_error(None, f"{label_of(error.place)}: {in_language(error.text)}")
        return form
    return None


def stored_at(inputs: Mapping[str, Any], path: str) -> str:
    """Return what is stored at a key path as it is written in a file, cut where it is long."""
    text = json.dumps(figure_at(inputs, path), ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]} …"


def _stored(inputs: Mapping[str, Any], path: str) -> str:
    """Return it in words where it has the shape of a figure, else as it is written in a file."""
    unit, stood = unit_of(path, str(inputs.get("currency") or "")), as_figure(figure_at(inputs, path))
    is_plain = all(isinstance(stood.get(end), int | float) for end in ENDS if stood.get(end) is not None)
    if path not in BY_PATH or stood.get("value") is None or not is_plain:
        return f"{stored_at(inputs, path)} {unit}".strip()
    value, beside = f"{value_said(path, stood)} {unit}".strip(), said_beside(path, stood)
    return _(", ").join(filter(None, (value, beside)))
