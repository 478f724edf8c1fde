import { databaseIdentity } from '../../database/link/open-database.ts'
import { hasHead } from '../../database/audit/audit-verification.ts'
import type { Runner } from '../../database/link/runner.ts'
import type { AuditSeals, ChainMark } from '../../domain/audit/audit-seal.ts'
import { dayMs, hourMs } from '../../domain/durations.ts'
import { good, problem, type Finding } from '../../doctor/finding.ts'

type Restored = {
  at: string
  database: string
  rows: number
  position: number
  seal: string
  markedOn: string
}

const quarterMs = 100 * dayMs

/** Returns the line of JSON that `audit prove-restore` writes. */
export function signedProof(
  seals: AuditSeals,
  { at, database, rows, head }: { at: Date; database: string; rows: number; head: ChainMark },
): string {
  const restored: Restored = {
    at: at.toISOString(),
    database,
    rows,
    position: head.position,
    seal: Buffer.from(head.seal).toString('hex'),
    markedOn: head.markedOn.toISOString(),
  }
  const signature = Buffer.from(seals.signPage(JSON.stringify(restored))).toString('hex')
  return JSON.stringify({ restored, signature })
}

/** Judges a restore proof, which must come from another database that holds a part of the same audit trail. */
export async function judgeProof(
  file: Uint8Array,
  { runner, seals, now }: { runner: Runner; seals: AuditSeals; now: Date },
): Promise<Finding> {
  const what = 'restore'
  const proof = read(file)
  if (!proof || !seals.isSignedPage(JSON.stringify(proof.restored), Buffer.from(proof.signature, 'hex')))
    return problem(what, 'the file is no proof of audit prove-restore that AUDIT_KEY has signed')
  const { at, database, rows, position, seal, markedOn } = proof.restored
  if (database === (await databaseIdentity(runner)))
    return problem(what, 'the proof was made on this very database, not on a restored copy')
  if (!(await hasHead(runner, seals, { position, seal: Buffer.from(seal, 'hex') })))
    return problem(what, `the copy's trail is not this one's: its newest head, of ${markedOn}, is not in it`)
  if (now.getTime() - new Date(at).getTime() > quarterMs)
    return problem(what, `the last restore was proven on ${at}, more than 100 days ago`)
  const lostHours = Math.max(0, (new Date(at).getTime() - new Date(markedOn).getTime()) / hourMs)
  return good(
    what,
    `a copy was verified on ${at}: ${rows} audit rows, intact, the newest of ${markedOn} (${lostHours.toFixed(1)} h earlier), and it is of this trail`,
  )
}

function read(file: Uint8Array): { restored: Restored; signature: string } | undefined {
  try {
    const proof = JSON.parse(new TextDecoder().decode(file)) as Partial<ReturnType<typeof read>>
    const { restored, signature } = proof ?? {}
    const isWhole = typeof signature === 'string' && typeof restored?.seal === 'string'
    return isWhole ? { restored, signature } : undefined
  } catch {
    return undefined
  }
}
