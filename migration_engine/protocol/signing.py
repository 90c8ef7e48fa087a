"""Ed25519 over canonical bytes: the portal alone can sign, every node can verify."""

from __future__ import annotations

import base64
import binascii
from functools import cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from migration_engine.errors import SpecInvalid
from migration_engine.protocol.canonical import Json, canonical_bytes
from migration_engine.text import Text


def new_private_key() -> str:
    """A fresh signing key as base64 text; it stays on the portal."""
    return _encode(Ed25519PrivateKey.generate().private_bytes_raw())


def public_key_of(private_key: str) -> str:
    """The key that nodes keep from their enrolment on."""
    return _encode(_private(private_key).public_key().public_bytes_raw())


def sign(document: Json, private_key: str) -> str:
    """The signature of a document as base64 text."""
    return _encode(_private(private_key).sign(canonical_bytes(document)))


def verify(document: Json, signature: str, public_key: str) -> None:
    """Raise SpecInvalid unless exactly this document was signed by the owner of the key."""
    try:
        key = Ed25519PublicKey.from_public_bytes(_decode(public_key))
        key.verify(_decode(signature), canonical_bytes(document))
    except (InvalidSignature, ValueError) as error:
        raise SpecInvalid(
            Text(
                "signature does not verify; enrol the node again if the portal's key changed",
                "签名校验失败；若门户的密钥已更换，请重新注册节点",
            )
        ) from error


@cache
def _private(text: str) -> Ed25519PrivateKey:
    try:
        return Ed25519PrivateKey.from_private_bytes(_decode(text))
    except ValueError as error:
        raise SpecInvalid(
            Text(
                "the signing key is not a base64 Ed25519 private key; make a new one",
                "签名密钥不是 base64 形式的 Ed25519 私钥，请重新生成",
            )
        ) from error


def _encode(raw: bytes) -> str:
    return base64.b64encode(raw).decode("ascii")


def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise ValueError("not base64") from error
