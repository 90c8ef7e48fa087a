"""Typed reading of environment variables that fails at start, not at the first request."""

import fcntl
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
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="ascii") as file:
        # Of processes that start at once, the second must not read before the first has written.
        fcntl.flock(file, fcntl.LOCK_EX)
        secret = file.read()
        if not secret:
            secret = secrets.token_urlsafe(50)
            file.write(secret)
    return secret
