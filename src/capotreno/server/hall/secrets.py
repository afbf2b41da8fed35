"""Secrets: who holds a seat's token holds the seat. Only hashes are stored."""

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that looks like something else


def new_token() -> str:
    """A seat's secret: 192 random bits."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """A table's name in links: fourteen letters, too many to guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(14))


def id_from(key: str) -> str:
    """The name of the table made under a secret key: asked twice, it is the same table."""
    number = int.from_bytes(sha256(f"table {key}".encode()).digest())
    letters = (number // len(ALPHABET) ** n % len(ALPHABET) for n in range(14))
    return "".join(ALPHABET[letter] for letter in letters)


def digest(token: str) -> str:
    """What is stored of a token."""
    return sha256(token.encode()).hexdigest()


def token_from(table: str, key: str) -> str:
    """The token of who takes a seat under a secret key: asked twice, it is the same."""
    return urlsafe_b64encode(sha256(f"{table} {key}".encode()).digest()[:24]).decode()


def same(token: str, stored: str | None) -> bool:
    """Whether a token is the stored one, in constant time."""
    return stored is not None and hmac.compare_digest(digest(token), stored)
