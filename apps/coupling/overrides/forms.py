"""What an architect sends to override the map: one form for each kind of word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.core.layers import LAYER_NAMES
from apps.coupling.models import MapComponent, OverrideKind
from apps.coupling.services import Said
from apps.scans.models import SourceFile

COUPLINGS = (
    ("strong", _("strong: must change")),
    ("weak", _("weak: re-point only")),
    ("none", _("none: nothing to do")),
)
EXCLUSIONS = (
    ("vendored", _("third-party code that is kept in the tree")),
    ("dead", _("dead code that nothing runs")),
)


class OverrideForm(forms.Form):
    """What every word carries: of which component, why, and until when."""

    kind = ""
    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        help_text=_("Read by whoever plans with it; it stays with the component in later scans."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    expires_on = forms.DateField(
        label=_("Holds until"),
        required=False,
        help_text=_("Left empty: until it is undone."),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )

    field_order: Sequence[str] = ("value", "others", "paths", "reason", "expires_on")

    def __init__(self, component: MapComponent, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, auto_id=f"override-{self.kind}-%s")
        self.component = component
        self.prepare()

    def prepare(self) -> None:
        """Fill choices that depend on the component."""

    def clean_expires_on(self) -> date | None:
        """Refuse a day that is over: the override would never hold."""
        day: date | None = self.cleaned_data["expires_on"]
        if day and day < timezone.localdate():
            raise ValidationError(_("This day is over. Choose a later one, or leave it empty."))
        return day

    def said(self) -> Said:
        """Return the word; the form must be valid."""
        told = self.cleaned_data
        return Said(
            kind=self.kind,
            components=(self.component.key, *told.get("others", ())),
            value=told.get("value", ""),
            reason=told["reason"],
            paths=told.get("paths", ()),
            expires_on=told["expires_on"],
        )


class LayerForm(OverrideForm):
    """Moves a component to another layer."""

    kind = OverrideKind.LAYER
    value = forms.ChoiceField(label=_("Layer"))

    def prepare(self) -> None:
        """Offer the other layers."""
        others = [(layer, f"{layer} {name}") for layer, name in LAYER_NAMES.items()]
        self.fields["value"].choices = [one for one in others if one[0] != self.component.layer]  # type: ignore[attr-defined]


class CouplingForm(OverrideForm):
    """Sets how tightly a component is bound."""

    kind = OverrideKind.COUPLING
    value = forms.ChoiceField(label=_("Coupling"), choices=COUPLINGS)


class MergeForm(OverrideForm):
    """Joins other components to this one."""

    kind = OverrideKind.MERGE
    others = forms.MultipleChoiceField(
        label=_("Join these to it"),
        help_text=_("The joined component keeps the name and the layer of this one."),
        widget=forms.SelectMultiple(attrs={"size": 8}),
    )

    def prepare(self) -> None:
        """Offer all other components, those beside it in the tree first."""
        near = self.component.key.rpartition("/")[0]
        keys = (
            MapComponent.objects.filter(snapshot=self.component.snapshot_id)
            .exclude(pk=self.component.pk)
            .values_list("key", flat=True)
        )
        ranked = sorted(keys, key=lambda key: (not key.startswith(near), key))
        self.fields["others"].choices = [(key, key) for key in ranked]  # type: ignore[attr-defined]


class SplitForm(OverrideForm):
    """Takes files out of a component into one of their own."""

    kind = OverrideKind.SPLIT
    value = forms.RegexField(
        label=_("Name of the new component"),
        regex=r"^[\w .-]{1,60}$",
        max_length=60,
        error_messages={"invalid": _("Letters, digits, spaces, dots and hyphens only.")},
    )
    paths = forms.MultipleChoiceField(
        label=_("Files that go there"), widget=forms.SelectMultiple(attrs={"size": 8})
    )

    def prepare(self) -> None:
        """Offer the component's files and, where there are several, the folders in it."""
        paths = sorted(_paths_of(self.component))
        folders = sorted({path.rpartition("/")[0] for path in paths if "/" in path})
        offered = [(f"{one}/", f"{one}/") for one in folders] if len(folders) > 1 else []
        self.fields["paths"].choices = [*offered, *((path, path) for path in paths)]  # type: ignore[attr-defined]


class ExcludeForm(OverrideForm):
    """Leaves a component out of the migration."""

    kind = OverrideKind.EXCLUDE
    value = forms.ChoiceField(label=_("Because it is"), choices=EXCLUSIONS)


FORMS: Mapping[str, type[OverrideForm]] = {
    form.kind: form for form in (LayerForm, CouplingForm, MergeForm, SplitForm, ExcludeForm)
}


def _paths_of(component: MapComponent) -> Sequence[str]:
    rows = SourceFile.objects.filter(component.rows, scan_id=component.snapshot.scan_id)
    return list(rows.values_list("path", flat=True))
