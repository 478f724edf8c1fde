import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

import type { NewPasskey, PasskeyAssertion, PasskeyCreation, PasskeyRequest } from '@ekyc/contract/shapes'

/** The wrong values that a faulty authenticator or page sends. */
export type Mischief = { origin?: string; rpId?: string; signCount?: number; isUserVerified?: boolean }

/** A browser and its authenticator, with one passkey. */
export type Authenticator = {
  id: string
  make(options: PasskeyCreation, mischief?: Mischief): Promise<NewPasskey>
  sign(options: PasskeyRequest, mischief?: Mischief): Promise<PasskeyAssertion>
}

const flags = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 }

/** Creates an authenticator in software that signs with ES256. Its counter starts at 1 and grows with each use. */
export function createSoftAuthenticator(site: { origin: string; rpId: string }): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let counter = 0

  return {
    id,

    async make({ challenge }, mischief = {}) {
      const length = Buffer.from([0, credentialId.length])
      const coseKey = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const data = authenticatorData(mischief, flags.attested)
      const authData = Buffer.concat([data, Buffer.alloc(16), length, credentialId, coseKey])
      // The bytes are the CBOR of { fmt: 'none', attStmt: {}, authData }.
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ]).toString('base64url')
      const clientDataJSON = clientData('webauthn.create', challenge, mischief).toString('base64url')
      return { id, rawId: id, type: 'public-key', response: { clientDataJSON, attestationObject } }
    },

    async sign({ challenge }, mischief = {}) {
      const data = authenticatorData(mischief, 0)
      const client = clientData('webauthn.get', challenge, mischief)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      }
      return { id, rawId: id, type: 'public-key', response }
    },
  }

  function authenticatorData({ rpId, signCount, isUserVerified = true }: Mischief, more: number): Buffer {
    counter = signCount ?? counter + 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const verified = isUserVerified ? flags.userVerified : 0
    return Buffer.concat([
      sha256(rpId ?? site.rpId),
      Buffer.from([flags.userPresent | verified | more]),
      count,
    ])
  }

  function clientData(type: string, challenge: string, { origin }: Mischief): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: origin ?? site.origin, crossOrigin: false }))
  }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
