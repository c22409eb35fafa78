"""Known answers for C2SP chunked-encryption v1 with SHA-512 and AES-256-GCM, by an implementation of its own.

Run:  python3 generate.py > chunked-encryption.json        (needs the package `cryptography`, any version since 3)
"""

import hashlib
import json

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

CHUNK = 16384
LABEL = b"c2sp.org/chunked-encryption@v1+AEAD_AES_256_GCM\x00"


def pattern(length: int) -> bytes:
    """Plaintext that a reader can make again: byte i is (i * 7 + i // 251) mod 256."""
    return bytes((i * 7 + i // 251) % 256 for i in range(length))


def encrypt(key: bytes, salt: bytes, context: bytes, message: bytes) -> bytes:
    derived = HKDFExpand(algorithm=SHA512(), length=76, info=LABEL + salt + context).derive(key)
    aead, base = AESGCM(derived[:32]), int.from_bytes(derived[32:44], "big")
    chunks = [message[i : i + CHUNK] for i in range(0, len(message) + 1, CHUNK)]
    sealed = [aead.encrypt((base ^ n).to_bytes(12, "big"), chunk, None) for n, chunk in enumerate(chunks)]
    return salt + derived[44:] + b"".join(sealed)


def vector(number: int, comment: str, length: int) -> dict:
    key = hashlib.sha256(b"key %d" % number).digest()
    salt = hashlib.sha256(b"salt %d" % number).digest()[:24]
    organization = "01980a5e-0000-7000-8000-000000000001"
    asset = "01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6"
    context = "\x00".join(["assay file v1", organization, asset, "original"]).encode("ascii")
    sealed = encrypt(key, salt, context, pattern(length))
    return {
        "comment": comment,
        "key": key.hex(),
        "salt": salt.hex(),
        "organization_id": organization,
        "asset_id": asset,
        "variant": "original",
        "plain_bytes": length,
        "sealed_bytes": len(sealed),
        "sealed_head": sealed[:88].hex(),
        "sealed_sha256": hashlib.sha256(sealed).hexdigest(),
    }


SIZES = [
    (0, "no bytes: one empty chunk"),
    (12, "one short chunk"),
    (CHUNK - 1, "the longest single chunk"),
    (CHUNK, "a full chunk and an empty one"),
    (CHUNK + 1, "a full chunk and one byte"),
    (300 * CHUNK + 5, "the number of the chunk passes 255"),
]

print(json.dumps([vector(n, comment, size) for n, (size, comment) in enumerate(SIZES)], indent=1))
