import { createKeyOpener, type KeyOpener } from '@ekyc/private-keys'
import { makeSoftToken, softTokenModule, type SoftToken } from '@ekyc/private-keys/testing/soft-token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { testDay } from '../../../testing/fixed/test-day.ts'
import {
  authRes,
  encrypted,
  kycRes,
  makeWorld,
  question,
  resp,
  signed,
  type World,
} from '../../../testing/outside/fake-authority.ts'
import { fakeServerOfTest } from '../../../testing/outside/fake-server.ts'
import { createAuthorityGateway } from './identity-authority.ts'

/** These tests need Debian's package softhsm2. */
describe.skipIf(!softTokenModule)('a key in a hardware module (softhsm2)', () => {
  let token: SoftToken
  let openKey: KeyOpener
  beforeAll(() => {
    token = makeSoftToken()
    openKey = createKeyOpener(token.settings)
  })
  afterAll(() => token.remove())

  test('signs a request and opens the answer of a whole KYC', async () => {
    const world: World = await makeWorld()
    const answer = signed(kycRes(signed(authRes(), world.authority)), world.authority)
    const server = await fakeServerOfTest(response =>
      response.end(resp(encrypted(answer, world.kuaPublicKey))),
    )
    const authority = await createAuthorityGateway(
      {
        ...world.settings,
        url: server.url,
        signingKey: token.hold(world.settings.signingKey, 'signing'),
        decryptionKeys: [token.hold(world.settings.decryptionKeys[0] ?? '', 'decryption')],
      },
      { openKey, now: () => testDay },
    )
    expect(await authority.verify(question)).toMatchObject({ kind: 'verified' })
    expect(server.received).toHaveLength(1)
  })
})
