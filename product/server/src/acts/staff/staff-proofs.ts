import type { SqlRunner } from '../../database/link/sql.ts'
import {
  findProvenProof,
  findWaitingProof,
  insertProof,
  markProofProven,
  takeProofs,
} from '../../database/staff/staff-proofs.ts'
import type { AuditSeals } from '../../domain/audit/audit-seal.ts'
import { isSameSecret, keyedHash } from '../../domain/secrets.ts'
import {
  hashOfAct,
  hashOfProof,
  newActProof,
  proofLifeMs,
  type ProvenAct,
} from '../../domain/staff/act-proofs.ts'
import type { StaffMember } from '../../domain/staff/permissions.ts'

type WaitingProof = NonNullable<Awaited<ReturnType<typeof findWaitingProof.first>>>
type ProvenProof = Awaited<ReturnType<typeof takeProofs>>[number]
type ActOfPerson = ProvenAct & { staffId: string }

export type StaffProofs = ReturnType<typeof createStaffProofs>

/** The identity provider confirms a proof. One person can use it once, for one act and input. */
export function createStaffProofs(options: { runner: SqlRunner; seals: AuditSeals; now: () => Date }) {
  const { runner, seals, now } = options
  const macOf = ({ proofHash, staffId, contentHash, provenOn }: Omit<ProvenProof, 'mac'>) =>
    keyedHash(seals.staffKey, 'proof', proofHash, staffId, contentHash, provenOn.toISOString())
  const isTrue = (proof: ProvenProof) => isSameSecret(proof.mac, macOf(proof))
  const hashIn = (mark: string) => Buffer.from(mark, 'base64url')
  const markOf = (proof: string) => hashOfProof(proof).toString('base64url')

  return {
    markOf,

    /** @returns the proof, and its hash `mark`, which stands for the proof in redirects to the identity provider */
    async start({ id: staffId }: StaffMember, act: ProvenAct) {
      const contentHash = hashOfAct(act)
      const proof = newActProof(contentHash)
      const at = now()
      const expiresOn = new Date(at.getTime() + proofLifeMs)
      await insertProof(runner, { proofHash: hashOfProof(proof), staffId, contentHash, at, expiresOn })
      return { proof, mark: markOf(proof) }
    },

    findWaiting(mark: string) {
      return findWaitingProof.first(runner, { proofHash: hashIn(mark), at: now() })
    },

    async confirm(mark: string, { staffId, contentHash }: WaitingProof): Promise<boolean> {
      const proofHash = hashIn(mark)
      const at = now()
      const mac = macOf({ proofHash, staffId, contentHash, provenOn: at })
      return (await markProofProven(runner, { proofHash, staffId, mac, at })).length === 1
    },

    async isProven({ id: staffId }: StaffMember, proof: string): Promise<boolean> {
      const found = await findProvenProof(runner, { proofHash: hashOfProof(proof), staffId, at: now() })
      return found.some(isTrue)
    },

    /** Uses up a proof. Returns false if the proof is unproven, used, too old, or for another person, act or input. */
    use: async (proof: string | undefined, act: ActOfPerson) =>
      proof !== undefined && take(act, hashOfProof(proof)),

    /** Uses up a matching proof of the person, for a request whose URL contains none. */
    useAny: (act: ActOfPerson) => take(act, null),
  }

  async function take(act: ActOfPerson, proofHash: Uint8Array | null): Promise<boolean> {
    const wanted = { staffId: act.staffId, contentHash: hashOfAct(act), proofHash, at: now() }
    return (await takeProofs(runner, wanted)).some(isTrue)
  }
}
