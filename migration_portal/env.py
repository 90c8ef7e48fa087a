"""Typed reading of environment variables that fails at start, not at the first request."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str = "") -> str:
    """Return NAME, or the content of the file that NAME_FILE points to (for mounted secrets)."""
    file = os.environ.get(f"{name}_FILE")
    if file:
        return Path(file).read_text(encoding="utf-8").strip()
    return os.environ.get(name, default)


def flag(name: str, *, default: bool = False) -> bool:
    """Return NAME as a boolean; anything but the six accepted words is an error."""
    value = text(name).lower()
    if value in {"1", "true", "yes"}:
        return True
    if value in {"0", "false", "no"}:
        return False
    if value:
        raise ImproperlyConfigured(f"{name}={value!r} is not a boolean; use 1 or 0.")
    return default


def number(name: str, default: int) -> int:
    """Return NAME as an integer."""
    value = text(name)
    try:
        return int(value) if value else default
    except ValueError:
        raise ImproperlyConfigured(f"{name}={value!r} is not a whole number.") from None


def words(name: str, default: str = "") -> list[str]:
    """Return NAME split at commas, without blanks."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def kept_secret(path: Path) -> str:
    """Return the random secret kept at PATH, made on first use and readable by its owner alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii")
    with os.fdopen(descriptor, "w") as file:
        secret = secrets.token_urlsafe(50)
        file.write(secret)
    return secret
