"""A form for any job kind, made from its parameters in the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from apps.core.errors import ApplicationError
from apps.core.templatetags.texts import in_language
from apps.projects.models import Project
from apps.validation.models import Job, Node
from apps.validation.words import NORMAL, STEPS_OF_PRIORITY, VALUES, priority_words
from migration_engine.protocol import JobKind, Parameter
from migration_engine.protocol.requires import SCHEMA

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


def form_of(name: str, message: _StrOrPromise) -> RegexValidator:
    """Return the check that a requirement is written as the protocol wants it, in words of people."""
    properties: Mapping[str, Any] = SCHEMA["properties"]  # type: ignore[assignment]
    return RegexValidator(properties[name]["pattern"].replace("$", r"\Z"), message)


class NodeField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """One node of the project, or any; whoever uses it says which there are."""

    def __init__(self) -> None:
        super().__init__(
            queryset=Node.objects.none(),
            required=False,
            label=_("Node"),
            empty_label=_("Any node that can do it"),
            help_text=_("Choose one to compare nodes with each other."),
        )


class PriorityField(forms.TypedChoiceField):
    """One of the steps of priority."""

    def __init__(self) -> None:
        super().__init__(
            choices=[(step, priority_words(step)) for step in STEPS_OF_PRIORITY],
            coerce=int,
            initial=NORMAL,
            required=False,
            empty_value=NORMAL,  # type: ignore[arg-type]
            label=_("Priority"),
        )


class JobForm(forms.Form):
    """The parameters of one kind, which node may take it, and what else is wished."""

    node = NodeField()
    priority = PriorityField()
    chip = forms.CharField(
        required=False,
        max_length=40,
        label=_("Chip"),
        help_text=_("The start of its name is enough: 910B also takes a 910B3. Empty: any."),
        validators=[
            form_of(
                "chip", _("A chip is named by letters and digits, first of all one of them: as in 910B3.")
            )
        ],
    )
    min_cann = forms.CharField(
        required=False,
        max_length=20,
        label=_("CANN at least"),
        help_text=_("As in 8.5 or 8.3.RC1."),
        validators=[
            form_of(
                "min_cann", _("A version is numbers between dots, a candidate with RC: as in 8.5 or 8.3.RC1.")
            )
        ],
    )
    devices = forms.IntegerField(required=False, min_value=1, max_value=64, label=_("Devices at least"))
    split = forms.BooleanField(
        required=False,
        label=_("Do it part by part"),
        help_text=_("Each part may run on another node, and only the part that broke goes again."),
    )
    confirmed = forms.BooleanField(
        required=False, label=_("Queue it although these versions are known not to go together")
    )
    OWN = ("node", "priority", "chip", "min_cann", "devices", "split", "confirmed")

    def __init__(self, data: Any, *, kind: JobKind, project: Project, like: Job | None = None) -> None:
        super().__init__(data, initial=_initial(like))
        self.kind = kind
        made = {parameter.name: field_for(parameter) for parameter in kind.parameters}
        own = {name: self.fields.pop(name) for name in self.OWN}
        own["node"].queryset = Node.objects.of(project).known()  # type: ignore[attr-defined]
        if not kind.split_by:
            del own["split"]
        if not (data and data.get("confirmed")):
            self.hidden_confirmation = own.pop("confirmed")
        self.fields.update(made | own)

    def parameter_fields(self) -> list[forms.BoundField]:
        """Return the fields of the kind and the choice of a node."""
        return [self[parameter.name] for parameter in self.kind.parameters] + [self["node"]]

    def wish_fields(self) -> list[forms.BoundField]:
        """Return the fields that most people leave as they are."""
        shown = ("priority", "split", "chip", "min_cann", "devices")
        return [self[name] for name in shown if name in self.fields]

    def wishes(self) -> dict[str, Any]:
        """Return what was chosen, as the service takes it."""
        given = self.cleaned_data
        needs = {name: given[name] for name in ("chip", "min_cann", "devices") if given[name]}
        return {
            "parameters": {parameter.name: given[parameter.name] for parameter in self.kind.parameters},
            "node": given["node"],
            "priority": given["priority"],
            "requires": needs,
            "split": given.get("split", False),
            "confirmed": given.get("confirmed", False),
        }

    def refuse(self, error: ApplicationError) -> None:
        """Show what was refused, at its field if it has one; where a confirmation would do, offer it."""
        field = error.place.strip("/").partition("/")[0]
        if field in self.fields:
            self.add_error(field, _("This value cannot be taken. Choose one as the line above says."))
        else:
            self.add_error(None, error.message)
        if error.code == "known_bad":
            self.fields["confirmed"] = self.hidden_confirmation


def _initial(like: Job | None) -> dict[str, Any]:
    if like is None:
        return {}
    return {**like.parameters, **like.requires, "node": like.node_id, "priority": like.priority}


class MoveForm(forms.Form):
    """Another place in the queue."""

    priority = PriorityField()
    node = NodeField()

    def __init__(self, data: Any = None, *, project: Project, job: Job | None = None) -> None:
        initial = {"priority": job.priority, "node": job.node_id} if job else {}
        super().__init__(data, initial=initial)
        self.fields["node"].queryset = Node.objects.of(project).known()  # type: ignore[attr-defined]


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
