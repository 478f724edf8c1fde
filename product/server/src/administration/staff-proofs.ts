import type { PasskeyAssertion, PasskeyRequest } from '@ekyc/contract/shapes'

import type { Runner } from '../database/runner.ts'
import {
  findProven,
  findWaitingProof,
  insertStaffChallenge,
  markProven,
  takeProof,
  takeProofsOf,
} from '../database/staff-passkeys.ts'
import type { AuditSeals } from '../domain/audit-seal.ts'
import { contentHash } from '../domain/content-hash.ts'
import { challengeIn, hashOfChallenge } from '../domain/passkey-challenges.ts'
import type { StaffMember } from '../domain/permit.ts'
import type { RelyingParty } from '../domain/ports.ts'
import { newStaffChallenge, staffChallengeMs } from '../domain/staff-passkeys.ts'
import { createStaffMarks, isSameMac, type ProofFacts } from '../domain/staff-sessions.ts'
import { passkeyRequest, type StaffPasskeys } from './staff-passkeys.ts'

/**
 * Fresh proofs of identity for one act. A proof is a challenge that a passkey signs, or that the identity provider
 * confirms. It contains the hash of the act and its input, and one person can use it once, within 5 minutes.
 */
export type StaffProofs = {
  /** @returns the proof, and its hash `mark`, which stands for the proof in redirects to the identity provider */
  start(
    staff: StaffMember,
    of: { act: string; input: unknown },
  ): Promise<{ proof: string; mark: string; options: PasskeyRequest }>
  /** @returns true if the passkey is the person's own and has signed this proof */
  byPasskey(staff: StaffMember, proof: string, credential: PasskeyAssertion): Promise<boolean>
  markOf(proof: string): string
  /** Finds the proof with this mark that still waits for the identity provider. */
  waiting(mark: string): Promise<{ staffId: string; madeOn: Date } | undefined>
  byProvider(staffId: string, mark: string): Promise<boolean>
  isProven(staff: StaffMember, proof: string): Promise<boolean>
  /** Uses up a proof. Returns false if the proof is unproven, used, too old, or for another person, act or input. */
  use(proof: string | undefined, of: { staffId: string; act: string; input: unknown }): Promise<boolean>
  /** Uses up a matching proof of the person, for a request whose URL contains none. Returns false if none exists. */
  useOwn(of: { staffId: string; act: string; input: unknown }): Promise<boolean>
}

export function createStaffProofs(options: {
  runner: Runner
  seals: AuditSeals
  passkeys: Pick<StaffPasskeys, 'verify'>
  relyingParty: () => RelyingParty
  now: () => Date
}): StaffProofs {
  const { runner, passkeys, relyingParty, now } = options
  const marks = createStaffMarks(options.seals.staffKey)
  const isTrue = ({ mac, ...facts }: ProofFacts & { mac: Uint8Array | null }) =>
    isSameMac(mac, marks.ofProof(facts))
  const hashIn = (text: string) => Buffer.from(text, 'base64url')

  return {
    markOf,

    async start({ id: staffId }, { act, input }) {
      const content = contentHash(act, input)
      const proof = newStaffChallenge(content)
      const challengeHash = hashOfChallenge(proof)
      const at = now()
      const expiresOn = new Date(at.getTime() + staffChallengeMs)
      const challenge = { challengeHash, purpose: 'prove' as const, staffId, contentHash: content }
      await insertStaffChallenge(runner, { ...challenge, at, expiresOn })
      return { proof, mark: markOf(proof), options: passkeyRequest(relyingParty(), proof) }
    },

    async byPasskey(staff, proof, credential) {
      if (challengeIn(credential.response.clientDataJSON) !== proof) return false
      const challengeHash = hashOfChallenge(proof)
      const waits = await findWaitingProof.first(runner, { challengeHash, at: now() })
      if (waits?.staffId !== staff.id || (await passkeys.verify(credential)) !== staff.id) return false
      return markAs(staff.id, challengeHash)
    },

    async waiting(of) {
      const found = await findWaitingProof.first(runner, { challengeHash: hashIn(of), at: now() })
      return found?.staffId ? { staffId: found.staffId, madeOn: found.madeOn } : undefined
    },

    byProvider: (staffId, of) => markAs(staffId, hashIn(of)),

    async isProven({ id: staffId }, proof) {
      const found = await findProven(runner, { challengeHash: hashOfChallenge(proof), staffId, at: now() })
      return found.some(isTrue)
    },

    async use(proof, { staffId, act, input }) {
      if (proof === undefined) return false
      const challengeHash = hashOfChallenge(proof)
      const content = contentHash(act, input)
      const taken = await takeProof(runner, { challengeHash, staffId, contentHash: content, at: now() })
      return taken.some(isTrue)
    },

    async useOwn({ staffId, act, input }) {
      const taken = await takeProofsOf(runner, { staffId, contentHash: contentHash(act, input), at: now() })
      return taken.some(isTrue)
    },
  }

  function markOf(proof: string): string {
    return Buffer.from(hashOfChallenge(proof)).toString('base64url')
  }

  async function markAs(staffId: string, challengeHash: Uint8Array): Promise<boolean> {
    const at = now()
    const waits = await findWaitingProof.first(runner, { challengeHash, at })
    if (!waits?.contentHash) return false
    const mac = marks.ofProof({ challengeHash, staffId, contentHash: waits.contentHash, provenOn: at })
    return (await markProven(runner, { challengeHash, staffId, mac, at })).length === 1
  }
}
