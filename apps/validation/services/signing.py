"""The portal's signing key, made from a secret that settings hold."""

from __future__ import annotations

import base64
import hashlib

from django.conf import settings

from migration_engine.protocol import Json, public_key_of
from migration_engine.protocol import sign as sign_with


def public_key() -> str:
    """Return what nodes keep from their enrolment on."""
    return public_key_of(_private_key())


def sign(document: Json) -> str:
    """Sign as this portal."""
    return sign_with(document, _private_key())


def _private_key() -> str:
    seed = hashlib.sha256(b"job-signing:" + settings.JOB_SIGNING_SECRET.encode()).digest()
    return base64.b64encode(seed).decode("ascii")
