import type { NewPasskey, PasskeyAssertion, PasskeyCreation, PasskeyRequest } from '@ekyc/contract/shapes'

import { base64url, fromBase64url } from './base64url.ts'

/** Tells whether the browser and the page's address allow passkeys. An IP address does not allow passkeys. */
export function offersPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)
}

/** Creates a passkey. @throws DOMException when the person cancels or the browser refuses */
export async function makePasskey(options: PasskeyCreation): Promise<NewPasskey> {
  const credential = await navigator.credentials.create({ publicKey: creationOptions(options) })
  if (!isOf(credential, AuthenticatorAttestationResponse)) throw new DOMException('', 'NotAllowedError')
  return {
    ...idOf(credential),
    response: {
      clientDataJSON: encoded(credential.response.clientDataJSON),
      attestationObject: encoded(credential.response.attestationObject),
    },
  }
}

/**
 * Signs a challenge with a passkey.
 * @param how `mediation` can list the passkeys in a field instead of a dialog, and `signal` ends the request
 * @throws DOMException when the person cancels or the browser finds no passkey
 */
export async function signWithPasskey(
  options: PasskeyRequest,
  how: Pick<CredentialRequestOptions, 'mediation' | 'signal'> = {},
): Promise<PasskeyAssertion> {
  const credential = await navigator.credentials.get({ ...how, publicKey: requestOptions(options) })
  if (!isOf(credential, AuthenticatorAssertionResponse)) throw new DOMException('', 'NotAllowedError')
  return {
    ...idOf(credential),
    response: {
      clientDataJSON: encoded(credential.response.clientDataJSON),
      authenticatorData: encoded(credential.response.authenticatorData),
      signature: encoded(credential.response.signature),
    },
  }
}

// Safari before 18.4 and Chromium before 129 cannot read options from JSON, so these functions decode the options.

function creationOptions(options: PasskeyCreation): PublicKeyCredentialCreationOptions {
  if ('parseCreationOptionsFromJSON' in PublicKeyCredential)
    return PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const { challenge, user, excludeCredentials } = options
  return {
    ...options,
    challenge: fromBase64url(challenge),
    user: { ...user, id: fromBase64url(user.id) },
    excludeCredentials: excludeCredentials.map(({ id, type }) => ({ id: fromBase64url(id), type })),
  }
}

function requestOptions(options: PasskeyRequest): PublicKeyCredentialRequestOptions {
  if ('parseRequestOptionsFromJSON' in PublicKeyCredential)
    return PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return { ...options, challenge: fromBase64url(options.challenge) }
}

function isOf<R extends AuthenticatorResponse>(
  credential: Credential | null,
  kind: new () => R,
): credential is PublicKeyCredential & { response: R } {
  return credential instanceof PublicKeyCredential && credential.response instanceof kind
}

function idOf({ id }: PublicKeyCredential) {
  return { id, rawId: id, type: 'public-key' } as const
}

function encoded(octets: ArrayBuffer): string {
  return base64url(new Uint8Array(octets))
}
