import type { NewPasskey, PasskeyAssertion, PasskeyCreation, PasskeyRequest } from '@ekyc/contract/shapes'

import type { Runner } from '../database/runner.ts'
import { endStaffSessions, findStaff } from '../database/staff.ts'
import {
  countStaffPasskeyUse,
  findEnrolment,
  findStaffPasskey,
  insertStaffChallenge,
  insertStaffPasskey,
  listStaffPasskeys,
  removeStaffPasskeys,
  takeEnrolment,
  takeStaffChallenge,
} from '../database/staff-passkeys.ts'
import type { AuditSeals } from '../domain/audit-seal.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { nilId } from '../domain/new-id.ts'
import { challengeIn, hashOfChallenge } from '../domain/passkey-challenges.ts'
import { passkeyCreation } from '../domain/passkeys.ts'
import type { StaffMember } from '../domain/permit.ts'
import type { PasskeyVerifier, RelyingParty } from '../domain/ports.ts'
import { newStaffChallenge, passkeysPerPerson, staffChallengeMs } from '../domain/staff-passkeys.ts'
import { hashOfStaffToken, type StaffOrigin } from '../domain/staff-sessions.ts'
import { createAudited, type Action } from './act.ts'

/** Passkeys of the staff of a bank without an identity provider. User verification is required. */
export type StaffPasskeys = {
  startSignIn(): Promise<PasskeyRequest>
  /** @returns the person's id; undefined, with an audit row, if the passkey is unknown or its assertion is invalid */
  signIn(credential: PasskeyAssertion, origin: StaffOrigin): Promise<string | undefined>
  /** @returns undefined if the link was used or has expired */
  startEnrolment(token: string): Promise<{ name: string; options: PasskeyCreation } | undefined>
  /**
   * Uses up the link. The new passkey replaces all earlier passkeys of the person, and the person's sessions end.
   * @returns the person's id; undefined if the link or the passkey is invalid
   */
  enrol(token: string, credential: NewPasskey, origin: StaffOrigin): Promise<string | undefined>
  startAdding(staff: StaffMember): Promise<PasskeyCreation>
  /** @throws CommandRefused if the passkey cannot be added */
  add(staff: StaffMember, credential: NewPasskey, origin: StaffOrigin): Promise<void>
  /** @returns the id of the person whose passkey has signed; undefined for an unknown passkey or invalid signature */
  verify(credential: PasskeyAssertion): Promise<string | undefined>
}

const consoleName = 'eKYC console'
const somebody: StaffMember = { id: nilId, name: 'somebody', roles: [] }

export function createStaffPasskeys(options: {
  runner: Runner
  seals: AuditSeals
  verifier: PasskeyVerifier
  relyingParty: () => RelyingParty
  now: () => Date
}): StaffPasskeys {
  const { runner, seals, verifier, relyingParty, now } = options
  const auditedAs = (staff: StaffMember, origin: StaffOrigin) =>
    createAudited({ runner, seals, maker: { kind: 'staff', ...staff }, origin, now })

  return {
    verify,

    async startSignIn() {
      return passkeyRequest(relyingParty(), await newChallenge('sign-in', undefined))
    },

    async signIn(credential, origin) {
      const isAsked = await take('sign-in', undefined, credential)
      const staffId = isAsked ? await verify(credential) : undefined
      if (staffId === undefined) await refuse('staff.sign-in', 'by passkey', somebody, origin)
      return staffId
    },

    async startEnrolment(token) {
      const found = await findEnrolment.first(runner, { tokenHash: linkHashOf(token), at: now() })
      if (!found) return undefined
      const { staffId, name } = found
      // The list of excluded passkeys is empty, since the new passkey replaces all earlier ones.
      return { name, options: creationFor({ id: staffId, name }, [], await newChallenge('enrol', staffId)) }
    },

    async enrol(token, credential, origin) {
      const tokenHash = linkHashOf(token)
      const at = now()
      const found = await findEnrolment.first(runner, { tokenHash, at })
      const person = found && (await findStaff.first(runner, { id: found.staffId }))
      const passkey = person && (await readNew('enrol', person.id, credential))
      if (!person || !passkey) {
        await refuse('passkey.add', 'by a link', person ?? somebody, origin)
        return undefined
      }
      await auditedAs(person, origin)('passkey.add', async ({ db, row }) => {
        row.subject = 'by a link'
        const taken = await takeEnrolment(db, { tokenHash, at })
        if (taken.length === 0) throw new CommandRefused('This link was used.')
        await removeStaffPasskeys(db, { staffId: person.id })
        await endStaffSessions(db, { staffId: person.id })
        await insert(db, person.id, passkey)
      })
      return person.id
    },

    async startAdding({ id, name }) {
      const own = await listStaffPasskeys(runner, { staffId: id })
      return creationFor({ id, name }, own, await newChallenge('add', id))
    },

    async add(staff, credential, origin) {
      const passkey = await readNew('add', staff.id, credential)
      await auditedAs(staff, origin)('passkey.add', async ({ db, row }) => {
        row.subject = 'passkey'
        if (!passkey) throw new CommandRefused('This passkey could not be added.')
        const own = await listStaffPasskeys(db, { staffId: staff.id })
        if (own.length >= passkeysPerPerson)
          throw new CommandRefused(`A person has at most ${passkeysPerPerson} passkeys.`)
        await insert(db, staff.id, passkey)
      })
    },
  }

  async function verify(credential: PasskeyAssertion): Promise<string | undefined> {
    const credentialId = Buffer.from(credential.id, 'base64url')
    const passkey = await findStaffPasskey.first(runner, { credentialId })
    if (!passkey) return undefined
    const challenge = challengeIn(credential.response.clientDataJSON)
    const { publicKey, staffId } = passkey
    const asked = { credential, challenge, relyingParty: relyingParty(), publicKey }
    const signCount = await verifier.readSignCount(asked)
    if (signCount === undefined) return undefined
    const counted = await countStaffPasskeyUse(runner, { credentialId, signCount, at: now() })
    return counted.length === 1 ? staffId : undefined
  }

  async function readNew(purpose: 'enrol' | 'add', staffId: string, credential: NewPasskey) {
    if (!(await take(purpose, staffId, credential))) return undefined
    const challenge = challengeIn(credential.response.clientDataJSON)
    return verifier.readNew({ credential, challenge, relyingParty: relyingParty() })
  }

  async function insert(
    db: Action['db'],
    staffId: string,
    passkey: NonNullable<Awaited<ReturnType<typeof readNew>>>,
  ): Promise<void> {
    const added = await insertStaffPasskey(db, { ...passkey, staffId, at: now() })
    if (added.length === 0) throw new CommandRefused('This passkey belongs to a person already.')
  }

  async function newChallenge(
    purpose: 'sign-in' | 'enrol' | 'add',
    staffId: string | undefined,
  ): Promise<string> {
    const challenge = newStaffChallenge()
    const at = now()
    const expiresOn = new Date(at.getTime() + staffChallengeMs)
    const challengeHash = hashOfChallenge(challenge)
    await insertStaffChallenge(runner, {
      challengeHash,
      purpose,
      staffId,
      contentHash: undefined,
      at,
      expiresOn,
    })
    return challenge
  }

  /** Uses up the challenge that the browser's answer names. The verifier checks the signature afterwards. */
  async function take(
    purpose: 'sign-in' | 'enrol' | 'add',
    staffId: string | undefined,
    { response }: NewPasskey | PasskeyAssertion,
  ): Promise<boolean> {
    const challengeHash = hashOfChallenge(challengeIn(response.clientDataJSON))
    return (await takeStaffChallenge(runner, { challengeHash, purpose, staffId, at: now() })).length === 1
  }

  function creationFor(
    { id, name }: { id: string; name: string },
    own: { credentialId: Uint8Array }[],
    challenge: string,
  ): PasskeyCreation {
    const rp = { id: relyingParty().id, name: consoleName }
    return passkeyCreation({ id, name, displayName: name }, own, { rp, challenge, timeout: staffChallengeMs })
  }

  async function refuse(
    action: string,
    subject: string,
    staff: StaffMember,
    origin: StaffOrigin,
  ): Promise<void> {
    const refusal = new CommandRefused(subject)
    await auditedAs(staff, origin)(action, async ({ row }) => {
      row.subject = subject
      throw refusal
    }).catch((error: unknown) => {
      if (error !== refusal) throw error
    })
  }
}

/** Returns the hash of a link's token. A text that is not a token gets an empty hash, which no link has. */
function linkHashOf(token: string): Uint8Array {
  return hashOfStaffToken(token) ?? Buffer.alloc(0)
}

export function passkeyRequest({ id: rpId }: RelyingParty, challenge: string): PasskeyRequest {
  return { rpId, challenge, timeout: staffChallengeMs, userVerification: 'required' }
}
