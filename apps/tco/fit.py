"""Whether a model fits on the devices of both sides, as a form in the address and an estimate for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext_lazy as _

from apps.tco.money import number
from apps.tco.numbers import NumberField
from migration_engine.capacity import Fit, Load, Model, Precision, Verdict, decode_of, devices, fit_of, models
from migration_engine.tco.bounds import Bounds
from migration_engine.text import Text

OTHER = "other"
_GIB = 2**30
_WHOLE = Bounds(least=1, most=1_000_000, whole=True)
_START = {
    "model": "Qwen3-32B",
    "gpu": "H20",
    "ascend": "Ascend 910B4-64G",
    "per_server": "8",
    "context": "8192",
    "concurrency": "16",
    "weights": "bf16",
    "cache": "bf16",
    "headroom": "15",
}


class FitForm(forms.Form):
    """Model, devices and load; an own model is described by its shape."""

    model = forms.ChoiceField(label=_("Model"))
    parameters_b = NumberField(bounds=Bounds(most=10_000, positive=True), is_share=False)
    layers = NumberField(bounds=_WHOLE, is_share=False)
    kv_heads = NumberField(bounds=_WHOLE, is_share=False)
    head_dim = NumberField(bounds=_WHOLE, is_share=False)
    gpu = forms.ChoiceField(label=_("GPU"))
    ascend = forms.ChoiceField(label=_("Ascend device"))
    per_server = NumberField(bounds=Bounds(least=1, most=64, whole=True), is_share=False)
    context = NumberField(bounds=Bounds(least=1, most=10_000_000, whole=True), is_share=False)
    concurrency = NumberField(bounds=Bounds(least=1, most=100_000, whole=True), is_share=False)
    weights = forms.ChoiceField(label=_("Precision of the weights"))
    cache = forms.ChoiceField(label=_("Precision of the context"))
    headroom = NumberField(bounds=Bounds(below=1), is_share=True)

    def __init__(self, asked: Mapping[str, str]) -> None:
        super().__init__({**_START, **asked}, label_suffix="")
        for name, label in _LABELS.items():
            self.fields[name].label = str(label)
        self._choose("model", [*models(), OTHER])
        for side, vendor in (("gpu", "NVIDIA"), ("ascend", "Huawei")):
            self._choose(side, [name for name, one in devices().items() if one.vendor == vendor])
        for name in ("weights", "cache"):
            self._choose(name, [str(one) for one in Precision])

    def clean(self) -> dict[str, object]:
        """Ask for what an estimate cannot do without."""
        shape = _SHAPE if self.cleaned_data.get("model") == OTHER else ()
        for name in (*_NEEDED, *shape):
            if name not in self.errors and self.cleaned_data.get(name) is None:
                self.add_error(name, forms.ValidationError(_("Enter a number.")))
        return self.cleaned_data

    @property
    def is_other(self) -> bool:
        """Tell whether the model is one that has to be described."""
        return bool(self["model"].value() == OTHER)

    def of_shape(self) -> list[forms.BoundField]:
        """Return the fields that describe another model."""
        return [self[name] for name in _SHAPE]

    def of_load(self) -> list[forms.BoundField]:
        """Return all others."""
        return [field for field in self if field.name not in _SHAPE]

    def shape(self) -> Model:
        """Return the known model, or the described one."""
        given = self.cleaned_data
        if given["model"] != OTHER:
            return models()[given["model"]]
        sizes = {name: int(given[name]) for name in ("layers", "kv_heads", "head_dim")}
        return Model(name=str(_("Your model")), parameters=given["parameters_b"] * 1e9, **sizes)

    def load(self) -> Load:
        """Return what an instance must hold."""
        given = self.cleaned_data
        return Load(
            context_tokens=int(given["context"]),
            concurrency=int(given["concurrency"]),
            weights=Precision(given["weights"]),
            cache=Precision(given["cache"]),
            headroom=given["headroom"],
        )

    def _choose(self, name: str, options: list[str]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(one, _("Another one") if one == OTHER else one) for one in options]


_SHAPE = ("parameters_b", "layers", "kv_heads", "head_dim")
_NEEDED = ("per_server", "context", "concurrency", "headroom")
_LABELS = {
    "parameters_b": _("Parameters, in billions"),
    "layers": _("Layers of the model"),
    "kv_heads": _("Heads of keys and values"),
    "head_dim": _("Width of a head"),
    "per_server": _("Devices in a server"),
    "context": _("Context of a request, tokens"),
    "concurrency": _("Requests at once"),
    "headroom": _("Memory left free, %"),
}


@dataclass(frozen=True, slots=True)
class Estimate:
    """What can be said of one device before anything has run."""

    device: str
    source: str
    verdict: str
    reason: Text
    figures: list[tuple[str, str]]
    tokens_per_s: float | None
    says: Text | None


def estimates_of(form: FitForm) -> list[Estimate]:
    """Return the estimate for the GPU and for the Ascend device."""
    return [_estimate(form, form.cleaned_data[side]) for side in ("gpu", "ascend")]


def trial_of(estimates: list[Estimate]) -> str:
    """Return the query that puts both rates into the comparison; empty where one is missing."""
    rates = {
        f"sides.{side}.tokens_per_s_per_device": one.tokens_per_s
        for side, one in zip(("gpu", "ascend"), estimates, strict=True)
    }
    if None in rates.values():
        return ""
    return urlencode({path: f"{rate:.6g}" for path, rate in rates.items()})


def _estimate(form: FitForm, name: str) -> Estimate:
    device, model, load = devices()[name], form.shape(), form.load()
    fit = fit_of(model, device, int(form.cleaned_data["per_server"]), load)
    decode = decode_of(model, device, fit.devices, load) if fit.devices else None
    figures = _figures(fit)
    if decode is not None:
        figures += [
            (str(_("Tokens a second of one device, at most")), number(decode.tokens_per_s_per_device)),
            (str(_("Milliseconds between two tokens, at least")), number(decode.ms_per_token, 1)),
        ]
    return Estimate(
        device=name,
        source=device.source,
        verdict=str(fit.verdict),
        reason=fit.reason,
        figures=figures,
        tokens_per_s=decode.tokens_per_s_per_device if decode else None,
        says=decode.says if decode else None,
    )


def _figures(fit: Fit) -> list[tuple[str, str]]:
    shown = [
        (_("Weights, GiB"), number(fit.weight_bytes / _GIB, 1)),
        (_("Context of all requests, GiB"), number(fit.cache_bytes / _GIB, 1)),
        (_("Memory of a server that may be used, GiB"), number(fit.available_bytes / _GIB, 1)),
    ]
    if fit.verdict is Verdict.FITS:
        shown += [
            (_("Devices that one instance takes"), number(fit.devices or 0)),
            (_("Requests at once that a server would hold"), number(fit.concurrency)),
            (_("Tokens of context that each request could have"), number(fit.context_tokens)),
        ]
    return [(str(label), value) for label, value in shown]
