"""Whether a model fits on devices, and how fast it may answer there at most: estimates, until measured."""

from migration_engine.capacity.decode import Decode, decode_of
from migration_engine.capacity.devices import Device, devices
from migration_engine.capacity.fit import Fit, Verdict, fit_of
from migration_engine.capacity.model import Load, Model, Precision, models

__all__ = [
    "Decode",
    "Device",
    "Fit",
    "Load",
    "Model",
    "Precision",
    "Verdict",
    "decode_of",
    "devices",
    "fit_of",
    "models",
]
