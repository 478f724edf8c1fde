import type { PasskeyCreation, PasskeyRequest } from '@ekyc/contract/shapes'
import { vi } from 'vitest'

class Attestation {
  clientDataJSON = Uint8Array.of(1).buffer
  attestationObject = Uint8Array.of(2).buffer
}

class Assertion {
  clientDataJSON = Uint8Array.of(1).buffer
  authenticatorData = Uint8Array.of(3).buffer
  signature = Uint8Array.of(4).buffer
}

class Credential {
  id = 'AAEC'
  readonly response: Attestation | Assertion
  constructor(response: Attestation | Assertion) {
    this.response = response
  }
}

const id = { id: 'AAEC', rawId: 'AAEC', type: 'public-key' }
/** The credentials that the browser sends for a new passkey and for the use of a passkey. */
export const made = { ...id, response: { clientDataJSON: 'AQ', attestationObject: 'Ag' } }
export const signed = { ...id, response: { clientDataJSON: 'AQ', authenticatorData: 'Aw', signature: 'BA' } }

export const requestOptions: PasskeyRequest = {
  rpId: 'localhost',
  challenge: 'AgIC',
  timeout: 300_000,
  userVerification: 'required',
}
export const creationOptions: PasskeyCreation = {
  rp: { id: 'localhost', name: 'River Bank' },
  user: { id: 'AQID', name: 'Neha Kulkarni', displayName: 'Neha Kulkarni' },
  challenge: 'BAUG',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
}

/** Gives the browser a fake passkey. The person confirms at once or, with `givesUp`, cancels. */
export function fakePasskeys({ givesUp = false } = {}): void {
  vi.stubGlobal('PublicKeyCredential', Credential)
  vi.stubGlobal('AuthenticatorAttestationResponse', Attestation)
  vi.stubGlobal('AuthenticatorAssertionResponse', Assertion)
  const answer = async (response: Attestation | Assertion) => {
    if (givesUp) throw new DOMException('', 'NotAllowedError')
    return new Credential(response)
  }
  const value = { get: () => answer(new Assertion()), create: () => answer(new Attestation()) }
  Object.defineProperty(navigator, 'credentials', { configurable: true, value })
}
