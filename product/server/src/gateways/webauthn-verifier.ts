import { passkeyAlgorithms } from '../domain/sign-in/passkeys.ts'
import type { PasskeyVerifier } from '../domain/ports.ts'

/** The library is loaded at the first use of a passkey, because its ASN.1 parsers would slow down every start. */
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
        // A counter of 0 turns off the library's own comparison. The rules compare the counter in the SQL statement
        // that writes it.
        credential: { id: credential.id, publicKey: Uint8Array.from(publicKey), counter: 0 },
      }),
    )
    return authentication?.verified ? authentication.authenticationInfo.newCounter : undefined
  },
}

/** Returns undefined if the library throws, which it does for every invalid answer. */
function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch(() => undefined)
}
