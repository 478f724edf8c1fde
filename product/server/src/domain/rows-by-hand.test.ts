import { createHash, randomBytes } from 'node:crypto'

import { calls } from '@ekyc/contract/calls'
import { signInTexts } from '@ekyc/contract/sign-in-texts'
import { describe, expect, test } from 'vitest'

import { createProofKey } from '../../testing/outside/proof-key.ts'
import { portalOrigin } from '../../testing/passkeys.ts'
import { agentPassword, peppers, serverOfFile } from '../../testing/test-server.ts'
import { sessionKeysOf } from '../../testing/fixed/known-pepper.ts'
import { sessionMac, tokenHashes, type SessionKeys } from './sign-in/sessions.ts'

const server = await serverOfFile()

const { newAgent } = server
const statusOf = async (mobile: string, token: string) =>
  (await server.call('getProfile', { username: mobile }, { token })).status
const { sql } = server
const refusedOf = (agentId: string) =>
  server.countRows(
    'audit_events',
    `agent_id = '${agentId}' and action = 'session.refuse' and outcome = 'not written by a server'`,
  )

describe('[rule 10] a session that somebody wrote into the database', () => {
  test('opens nothing for a token that no server made', async () => {
    const { mobile, id: agentId } = await newAgent()
    const token = randomBytes(49).toString('base64url').slice(1)
    const now = server.clock.now()
    await server.insertRows('sessions', [
      {
        tokenHash: createHash('sha256').update(token).digest(),
        agentId,
        openedOn: now,
        lastSeenOn: now,
        expiresOn: new Date(now.getTime() + 600_000),
      },
    ])
    expect([await statusOf(mobile, token), await statusOf(mobile, token)]).toEqual([401, 401])
  })

  test.each([
    ['of another agent', 'agent_id = $1'],
    ['with a later end', `expires_on = expires_on + interval '1 ms' where $1::uuid is not null`],
    ['without its MAC', 'mac = null where $1::uuid is not null'],
    ['with a key', `key_thumbprint = sha256('k') where $1::uuid is not null`],
  ])('%s is refused', async (_what, change) => {
    const [own, other] = [await newAgent(), await newAgent()]
    const token = await server.signIn(own.mobile)
    expect(await statusOf(own.mobile, token)).toBe(200)
    const text = change.includes(' where ') ? `${change} and agent_id = $2` : `${change} where agent_id = $2`
    await sql(`update sessions set ${text}`, [other.id, own.id])
    expect(await statusOf(change.startsWith('agent_id') ? other.mobile : own.mobile, token)).toBe(401)
    expect((await refusedOf(own.id)) + (await refusedOf(other.id))).toBe(1)
  })

  test('with a MAC of another key is refused', async () => {
    const { mobile, id: agentId } = await newAgent()
    const token = await server.signIn(mobile)
    const [row] = await sql<{ expires_on: Date }>('select expires_on from sessions where agent_id = $1', [
      agentId,
    ])
    const facts = { tokenHash: tokenHashes(sessionKeysOf(peppers), token)[0], agentId, keyThumbprint: null }
    const macBy = ({ row: [key] }: SessionKeys) =>
      sessionMac(key, { ...facts, expiresOn: row?.expires_on ?? new Date(0) })
    for (const [mac, status] of [
      [macBy(sessionKeysOf(peppers)), 200],
      [macBy(sessionKeysOf([Buffer.alloc(40, 1)])), 401],
    ]) {
      await sql('update sessions set mac = $1 where agent_id = $2', [mac, agentId])
      expect(await statusOf(mobile, token)).toBe(status)
    }
  })

  test('without the key that it was bound to is refused', async () => {
    const { mobile, id } = await newAgent()
    const dpop = createProofKey().prove({ url: `${portalOrigin}${calls.login.path}`, at: server.clock.now() })
    const { token } = await server.checkAndLogIn(mobile, agentPassword, { headers: { dpop } })
    await sql('update sessions set key_thumbprint = null where agent_id = $1', [id])
    expect(await statusOf(mobile, String(token))).toBe(401)
    expect(await refusedOf(id)).toBe(1)
  })
})

describe('[rule 11] a password hash that somebody copied into the row of another agent', () => {
  const copy = (from: string, to: string) =>
    sql('update agents set password_hash = (select password_hash from agents where id = $1) where id = $2', [
      from,
      to,
    ])

  test('fits no password', async () => {
    const [own, other] = [await newAgent({ password: 'Mallory@2026' }), await newAgent()]
    await copy(own.id, other.id)
    await expect(server.signIn(other.mobile, 'Mallory@2026')).rejects.toThrow(signInTexts.passwordIncorrect)
    await server.signIn(own.mobile, 'Mallory@2026')
  })
})
