"""A message for one browser alone: sealed by RFC 8291, and signed as ours by RFC 8292 (VAPID).

The push service that carries it can read neither what it says nor who it is about.
"""

import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

CURVE = ec.SECP256R1()
RECORD = 4096  # bytes of the one record a message has
LONGEST = 3000  # bytes of a message; push services carry no more than one record
POINT = 65  # bytes of a public key as browsers write it
SALT, AUTH = 16, 16  # bytes
VALID = 12 * 60 * 60  # seconds a signature is good for: RFC 8292 allows a day


def packed(data: bytes) -> str:
    """Bytes as text for the web, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def unpacked(text: str) -> bytes:
    """The bytes again; a ValueError where it is no such text."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public_point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as browsers write it."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """A key made from a secret."""
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


def keys_of(
    shared: bytes, auth: bytes, salt: bytes, theirs: bytes, ours: bytes
) -> tuple[bytes, bytes]:
    """The key and the nonce of a message between two public keys that share a secret."""
    secret = derived(shared, auth, b"WebPush: info\x00" + theirs + ours, 32)
    key = derived(secret, salt, b"Content-Encoding: aes128gcm\x00", 16)
    return key, derived(secret, salt, b"Content-Encoding: nonce\x00", 12)


def sealed(message: bytes, point: str, auth: str) -> bytes:
    """A message that only the browser of this public key and secret can open."""
    if len(message) > LONGEST:
        raise ValueError("the message is too long to be pushed")
    theirs, secret = unpacked(point), unpacked(auth)
    browser = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
    once, salt = ec.generate_private_key(CURVE), os.urandom(SALT)
    ours = public_point(once.public_key())
    key, nonce = keys_of(once.exchange(ec.ECDH(), browser), secret, salt, theirs, ours)
    body = AESGCM(key).encrypt(nonce, message + b"\x02", None)  # 2: the last record
    return salt + RECORD.to_bytes(4) + bytes([POINT]) + ours + body


def unsealed(body: bytes, browser: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """What a browser does with it; a ValueError where it was meant for another one."""
    salt, ours = body[:SALT], body[SALT + 5 : SALT + 5 + POINT]
    sender = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, ours)
    shared = browser.exchange(ec.ECDH(), sender)
    key, nonce = keys_of(shared, auth, salt, public_point(browser.public_key()), ours)
    try:
        text = AESGCM(key).decrypt(nonce, body[SALT + 5 + POINT :], None)
    except InvalidTag:
        raise ValueError("this was sealed for somebody else") from None
    return text.rstrip(b"\x00")[:-1]


def can_be_sealed_for(point: str, auth: str) -> bool:
    """Whether these are a browser's public key and secret."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unpacked(point))
        return len(unpacked(auth)) == AUTH
    except ValueError:
        return False


def new_key() -> str:
    """A server's own key, as it is kept."""
    made = ec.generate_private_key(CURVE)
    return made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


class Signer:
    """The server's own key: browsers know it, and take messages from nobody else."""

    def __init__(self, pem: str, contact: str) -> None:
        key = load_pem_private_key(pem.encode(), None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        self._key = key
        self._contact = contact
        self.public = packed(public_point(key.public_key()))

    def headers(self, address: str) -> dict[str, str]:
        """What shows a push service that a message is ours."""
        parts = urlsplit(address)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + VALID,
            "sub": self._contact,
        }
        head = {"typ": "JWT", "alg": "ES256"}
        text = ".".join(packed(json.dumps(part).encode()) for part in (head, claims))
        r, s = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(SHA256())))
        signature = packed(r.to_bytes(32) + s.to_bytes(32))
        return {"authorization": f"vapid t={text}.{signature}, k={self.public}"}
