"""The bearer tokens: what docs/token.md asks of them, with the test keys of this kit.

An API uses a JWT library. This file has none, so that each check can be read.
"""

import base64
import hashlib
import hmac
import json
import re
import time
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "tokens"
EXAMPLES = json.loads((FOLDER / "examples.json").read_text("utf-8"))
KEYS = {key["kid"]: key for key in json.loads((FOLDER / "jwks.json").read_text("utf-8"))["keys"]}
TOLERANCE_SECONDS = 60
# DigestInfo of SHA-256 (RFC 8017, section 9.2).
SHA256_PREFIX = bytes.fromhex("3031300d060960864801650304020105000420")


def owner_of(authorization):
    """The verified claims of an Authorization header as (tenant id, user id, sign-in time), or None."""
    match = re.fullmatch(r"bearer (\S+)", authorization or "", re.IGNORECASE)
    parts = match[1].split(".") if match else []
    if len(parts) != 3:
        return None
    header, claims, signature = _json(parts[0]), _json(parts[1]), _bytes(parts[2])
    if header is None or claims is None or signature is None or header.get("alg") != "RS256":
        return None
    kid = header.get("kid")
    key = KEYS.get(kid) if isinstance(kid, str) else None
    if key is None or not _is_signed(f"{parts[0]}.{parts[1]}".encode(), signature, key):
        return None
    if claims.get("iss") != EXAMPLES["issuer"] or claims.get("aud") != EXAMPLES["clientId"]:
        return None
    if claims.get("token_use") != "id":
        return None
    expiry, signed_in = claims.get("exp"), claims.get("auth_time")
    if not isinstance(expiry, int) or not isinstance(signed_in, int):
        return None
    if expiry <= time.time() - TOLERANCE_SECONDS:
        return None
    tenant_id, separator, user_id = str(claims.get("cognito:username", "")).partition("__")
    return (tenant_id, user_id, signed_in) if separator and tenant_id and user_id else None


def token_of(tenant_id, user_id, **changes):
    """A token of the test pool, for the provider states."""
    key = json.loads((FOLDER / "private-key.json").read_text("utf-8"))
    now = int(time.time())
    claims = {
        "iss": EXAMPLES["issuer"],
        "aud": EXAMPLES["clientId"],
        "token_use": "id",
        "cognito:username": f"{tenant_id}__{user_id}",
        "auth_time": now,
        "iat": now,
        "exp": now + 3600,
        **changes,
    }
    content = f"{_text({'alg': 'RS256', 'kid': key['kid']})}.{_text(claims)}"
    modulus, exponent = _number(key["n"]), _number(key["d"])
    size = (modulus.bit_length() + 7) // 8
    block = int.from_bytes(_padded(content.encode(), size), "big")
    return f"{content}.{_encoded(pow(block, exponent, modulus).to_bytes(size, 'big'))}"


def _is_signed(content, signature, key):
    modulus = _number(key["n"])
    size = (modulus.bit_length() + 7) // 8
    if len(signature) != size:
        return False
    block = pow(int.from_bytes(signature, "big"), _number(key["e"]), modulus)
    return hmac.compare_digest(block.to_bytes(size, "big"), _padded(content, size))


def _padded(content, size):
    """The padding of RS256 (EMSA-PKCS1-v1_5). Comparing the whole block leaves no room for a forged one."""
    digest = SHA256_PREFIX + hashlib.sha256(content).digest()
    return b"\x00\x01" + b"\xff" * (size - len(digest) - 3) + b"\x00" + digest


def _bytes(text):
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return None


def _json(text):
    try:
        value = json.loads(_bytes(text) or b"")
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _number(text):
    return int.from_bytes(_bytes(text), "big")


def _encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _text(value):
    return _encoded(json.dumps(value).encode())
