"""How tokens are stored: of each only its hash, so that a stolen database opens nothing."""

import hashlib


def hash_of(token: str) -> str:
    """Return the stored form of a token. Tokens are long and random, so one round of SHA-256 is enough."""
    return hashlib.sha256(token.encode()).hexdigest()
