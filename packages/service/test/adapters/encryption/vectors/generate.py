"""Known answers for C2SP chunked-encryption v1 with SHA-512 and AES-256-GCM, by an implementation of its own.

Run:  python3 generate.py          (needs the package `cryptography`, any version since 3)
Writes chunked-encryption.json and key-wrapping.json beside itself.
"""

import hashlib
import json
from pathlib import Path

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256, SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand

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


def wrapping(comment: str, wrapping_key: bytes, place: dict, nonce: bytes, key: bytes) -> dict:
    """nonce || AES-256-GCM(key), with the place as additional data."""
    text = " ".join(["assay key", *sorted(f"{name}={value}" for name, value in place.items())])
    wrapped = nonce + AESGCM(wrapping_key).encrypt(nonce, key, text.encode("ascii"))
    return {
        "comment": comment,
        "wrapping_key": wrapping_key.hex(),
        "place": place,
        "additional_data": text,
        "key": key.hex(),
        "wrapped": wrapped.hex(),
    }


ORGANIZATION = "01980a5e-0000-7000-8000-000000000001"
ASSET = "01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6"
service_key = hashlib.sha256(b"service key encryption key").digest()
local = HKDF(SHA256(), 32, b"", b"assay organization encryption keys").derive(service_key)
organization_key = hashlib.sha256(b"organization key").digest()
asset_key = hashlib.sha256(b"asset key").digest()
WRAPPINGS = {
    "service_key_encryption_key": service_key.hex(),
    "wrappings": [
        wrapping(
            "key of an organization under local:",
            local,
            {"purpose": "organization encryption key", "organization_id": ORGANIZATION, "version": "1"},
            bytes(range(12)),
            organization_key,
        ),
        wrapping(
            "key of an asset under the key of its organization",
            organization_key,
            {"purpose": "asset key", "organization_id": ORGANIZATION, "asset_id": ASSET},
            bytes(range(12, 24)),
            asset_key,
        ),
    ],
}

here = Path(__file__).parent
files = [vector(n, comment, size) for n, (size, comment) in enumerate(SIZES)]
(here / "chunked-encryption.json").write_text(json.dumps(files, indent=1) + "\n")
(here / "key-wrapping.json").write_text(json.dumps(WRAPPINGS, indent=1) + "\n")
