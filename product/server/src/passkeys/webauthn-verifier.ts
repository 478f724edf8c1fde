import { passkeyAlgorithms } from '../domain/passkeys.ts'
import type { PasskeyVerifier } from '../domain/ports.ts'

/**
 * Verifies with @simplewebauthn/server, which loads at the first passkey: its ASN.1 parsers would slow down every
 * start.
 */
export const webauthnVerifier: PasskeyVerifier = {
  async readNew({ credential, challenge, relyingParty }) {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const registration = await orUndefined(
      verifyRegistrationResponse({
        response: { ...credential, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: relyingParty.origin,
        expectedRPID: relyingParty.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: passkeyAlgorithms,
      }),
    )
    if (!registration?.verified) return undefined
    const { id, publicKey, counter } = registration.registrationInfo.credential
    return { credentialId: Buffer.from(id, 'base64url'), publicKey, signCount: counter }
  },

  async readSignCount({ credential, challenge, relyingParty, publicKey }) {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    const authentication = await orUndefined(
      verifyAuthenticationResponse({
        response: { ...credential, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: relyingParty.origin,
        expectedRPID: relyingParty.id,
        requireUserVerification: true,
        // Turns off the library's own comparison: the rules compare the counter in the statement that writes it.
        credential: { id: credential.id, publicKey: Uint8Array.from(publicKey), counter: 0 },
      }),
    )
    return authentication?.verified ? authentication.authenticationInfo.newCounter : undefined
  },
}

/** The library throws for every fault of an answer. */
function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch(() => undefined)
}
