import type { PasskeyPurpose } from '../../domain/sign-in/passkeys.ts'
import { owner, ownerColumn, sql, statement, t, type SqlRunner } from '../link/sql.ts'

export function createPasskeyStore(db: SqlRunner) {
  return {
    /** The requester keeps only the newest `keep` challenges for the phone and purpose. */
    async putChallenge(challenge: Parameters<typeof insertChallenge>[1], keep: number): Promise<void> {
      await Promise.all([
        dropChallenges(db, { ...challenge, keep: keep - 1 }),
        insertChallenge(db, challenge),
      ])
    },

    async takeChallenge(challenge: Parameters<typeof takeChallenge>[1]): Promise<boolean> {
      return (await takeChallenge(db, challenge)).length === 1
    },

    listOf: (agentId: string) => listPasskeys(db, { agentId }),

    find: (agentId: string, credentialId: Uint8Array) => findPasskey.first(db, { agentId, credentialId }),

    /**
     * Adds a passkey, and removes the agent's oldest passkeys beyond `keep`.
     * @returns false if any agent already has the credential; nothing is changed then
     */
    async add(passkey: Parameters<typeof insertPasskey>[1], keep: number): Promise<boolean> {
      const { agentId, credentialId } = passkey
      const [, others] = await Promise.all([
        lockCredential(db, { credential: Buffer.from(credentialId).toString('hex') }),
        findAnywhere(db, { credentialId }),
      ])
      if (others.length > 0) return false
      await Promise.all([removeOldest(db, { agentId, keep: keep - 1 }), insertPasskey(db, passkey)])
      return true
    },

    /** @returns false if the counter did not rise, which means that the passkey may be a copy */
    async countUse(use: Parameters<typeof countUse>[1]): Promise<boolean> {
      return (await countUse(db, use)).length === 1
    },

    async remove(agentId: string, credentialId: Uint8Array): Promise<boolean> {
      return (await removePasskey(db, { agentId, credentialId })).length === 1
    },

    removeOthers: (agentId: string, keep: Uint8Array[]) => removePasskeys(db, { agentId, keep }),
  }
}

const purpose = t.textOf<PasskeyPurpose>()

/** Selects the challenges of one phone, purpose and requester. The column `address` contains the requester. */
const ofRequester = sql`
  mobile = ${t.text('mobile')} and purpose = ${purpose('purpose')} and address = ${t.text('requester')}`

const dropChallenges = statement('passkeys.dropChallenges')`
  delete from passkey_challenges where ${ofRequester} and challenge_hash in
    (select challenge_hash from passkey_challenges where ${ofRequester}
     order by expires_on desc offset ${t.bigint('keep')})`

const insertChallenge = statement('passkeys.insertChallenge')`
  insert into passkey_challenges (mobile, challenge_hash, purpose, address, expires_on)
  values (${t.text('mobile')}, ${t.bytes('challengeHash')}, ${purpose('purpose')}, ${t.text('requester')},
    ${t.moment('expiresOn')})`

const takeChallenge = statement('passkeys.takeChallenge', { address: t.text })`
  delete from passkey_challenges
  where mobile = ${t.text('mobile')} and challenge_hash = ${t.bytes('challengeHash')}
    and purpose = ${purpose('purpose')} and expires_on > ${t.moment('at')} and expires_on <= ${t.moment('latestEnd')}
  returning address`

const listPasskeys = statement('passkeys.list', {
  ...ownerColumn,
  credentialId: t.bytes,
  name: t.text,
  createdOn: t.moment,
  lastUsedOn: t.nullable(t.moment),
})`
  select ${owner}, credential_id, name, created_on, last_used_on from passkeys where agent_id = ${t.uuid('agentId')}
  order by created_on desc`

const findPasskey = statement('passkeys.find', {
  ...ownerColumn,
  publicKey: t.bytes,
  mac: t.nullable(t.bytes),
})`
  select ${owner}, public_key, mac from passkeys
  where agent_id = ${t.uuid('agentId')} and credential_id = ${t.bytes('credentialId')}`

/** Serializes the registrations of one credential, even for different agents or on different servers. */
const lockCredential = statement('passkeys.lockCredential')`
  select from pg_advisory_xact_lock(hashtextextended('passkey ' || ${t.text('credential')}, 0))`

const findAnywhere = statement('passkeys.findAnywhere', { agentId: t.uuid })`
  select agent_id from passkeys where credential_id = ${t.bytes('credentialId')}`

const removeOldest = statement('passkeys.removeOldest')`
  delete from passkeys where agent_id = ${t.uuid('agentId')} and credential_id in
    (select credential_id from passkeys where agent_id = ${t.uuid('agentId')}
     order by created_on desc offset ${t.bigint('keep')})`

const insertPasskey = statement('passkeys.insert')`
  insert into passkeys (agent_id, credential_id, public_key, sign_count, name, created_on, mac)
  values (${t.uuid('agentId')}, ${t.bytes('credentialId')}, ${t.bytes('publicKey')}, ${t.bigint('signCount')},
    ${t.text('name')}, ${t.moment('at')}, ${t.bytes('mac')})`

/** A counter that is always 0 is accepted, because some authenticators do not count. */
const countUse = statement('passkeys.countUse', { agentId: t.uuid })`
  update passkeys set sign_count = ${t.bigint('signCount')}, last_used_on = ${t.moment('at')}
  where agent_id = ${t.uuid('agentId')} and credential_id = ${t.bytes('credentialId')}
    and (sign_count < ${t.bigint('signCount')} or (sign_count = 0 and ${t.bigint('signCount')} = 0))
  returning agent_id`

const removePasskey = statement('passkeys.remove', { ...ownerColumn, credentialId: t.bytes })`
  delete from passkeys where agent_id = ${t.uuid('agentId')} and credential_id = ${t.bytes('credentialId')}
  returning ${owner}, credential_id`

export const removePasskeys = statement('passkeys.removeOthers', { ...ownerColumn, credentialId: t.bytes })`
  delete from passkeys where agent_id = ${t.uuid('agentId')} and not credential_id = any(${t.bytesArray('keep')})
  returning ${owner}, credential_id`

export const countPasskeys = statement('passkeys.count', { ...ownerColumn, passkeys: t.neverNull(t.bigint) })`
  select ${owner}, count(*) as passkeys from passkeys where agent_id = ${t.uuid('agentId')}`
