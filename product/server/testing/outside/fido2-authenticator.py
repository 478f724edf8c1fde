"""An authenticator from Debian's python3-fido2: one JSON request a line on stdin, one JSON answer a line on stdout."""

import json
import os
import sys

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.client import ClientData
from fido2.cose import ES256
from fido2.ctap2 import AttestationObject, AttestedCredentialData, AuthenticatorData
from fido2.utils import sha256, websafe_encode

key = ec.generate_private_key(ec.SECP256R1())
credential_id = os.urandom(32)
counter = 0


def data(rp_id, attested, is_user_verified):
    flag = AuthenticatorData.FLAG
    flags = flag.USER_PRESENT | (flag.USER_VERIFIED if is_user_verified else 0)
    if not attested:
        return AuthenticatorData.create(sha256(rp_id.encode()), flags, counter)
    cose_key = ES256.from_cryptography_key(key.public_key())
    credential = AttestedCredentialData.create(b"\0" * 16, credential_id, cose_key)
    return AuthenticatorData.create(sha256(rp_id.encode()), flags | flag.ATTESTED, counter, credential)


for line in sys.stdin:
    ask = json.loads(line)
    counter = ask.get("signCount", counter + 1)
    is_new = ask["type"] == "webauthn.create"
    client = ClientData.build(type=ask["type"], challenge=ask["challenge"], origin=ask["origin"])
    auth_data = data(ask["rpId"], is_new, ask.get("isUserVerified", True))
    response = {"clientDataJSON": client.b64}
    if is_new:
        attestation = AttestationObject.create("none", auth_data, {}).with_string_keys()
        response["attestationObject"] = websafe_encode(attestation)
    else:
        response["authenticatorData"] = websafe_encode(auth_data)
        signature = key.sign(auth_data + client.hash, ec.ECDSA(hashes.SHA256()))
        response["signature"] = websafe_encode(signature)
    name = websafe_encode(credential_id)
    print(json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response}), flush=True)
