import { describeChainProblem } from '../../acts/audit/audit.ts'
import { exportAuditRows } from '../../database/audit/audit-export.ts'
import { compareTrailWithLog } from '../../database/audit/compare-trail-with-log.ts'
import {
  hasSignedHead,
  verifyAuditChain,
  type AuditVerdict,
} from '../../database/audit/audit-verification.ts'
import { databaseIdentity } from '../../database/link/open-database.ts'
import type { SqlRunner } from '../../database/link/sql.ts'
import { good, problem, type Finding } from '../../doctor/finding.ts'
import type { AuditSeals, ChainMark } from '../../domain/audit/audit-seal.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { dayMs, hourMs } from '../../domain/clocks.ts'
import type { Command } from '../define-command.ts'
import { dayAfter, parseIndiaDay, refuseReversedDays } from '../program.ts'
import { fieldList, textTable } from '../text-table.ts'

const quarterMs = 100 * dayMs

export const auditCommands: Command[] = [
  {
    name: 'audit verify',
    summary: 'Finds changed, missing and cut-off rows of the audit trail; exit code 1 when there are any.',
    description: 'An export kept elsewhere also shows whether the end was cut off with its heads.',
    options: {
      since: ['--since <DAY>', 'only what was sealed from about this India day on', { read: parseIndiaDay }],
      path: ['--export <FILE>', 'an export made earlier, which the trail must go on from'],
      log: [
        '--log <FILE>',
        "a log of the servers: each audit row that it names must be in the trail; '-': standard input",
      ],
    },
    examples: ['', '--export audit-2027-03.jsonl', '--log /var/log/ekyc/server.json'],
    async run({ since, path, log }: { since?: Date; path?: string; log?: string }, operator) {
      const expected = path === undefined ? undefined : readHead(await operator.readFile(path))
      const { runner, seals, now } = await operator.open()
      const chain = await verifyAuditChain(runner, seals, { now: now(), since, expected })
      const compared =
        log === undefined
          ? undefined
          : await compareTrailWithLog(runner, operator.readLines(log), {
              now: now(),
              policy: operator.policy(),
            })
      const ids = compared?.differing ?? []
      const problems = ids.length === 0 ? [] : [{ kind: 'not-as-logged' as const, rows: ids.length, ids }]
      const verdict = { ...chain, logged: compared?.logged, problems: [...chain.problems, ...problems] }
      await operator.record('audit.verify', `${verdict.rows} rows, ${verdict.problems.length} problems`)
      const head = verdict.head && { ...verdict.head, ...hexOf(verdict.head) }
      await operator.answer(verdictText(verdict), { ...verdict, head }, verdict.problems.length > 0)
    },
  },
  {
    name: 'audit prove-restore',
    summary: 'On a restored copy: verifies its trail, and writes a signed proof of it.',
    description:
      'DATABASE_URL names the copy, on another machine or under another name than the database in use.',
    options: {
      check: [
        '--check <FILE>',
        'on the database in use: tell whether a proof is of a copy of this trail, not 100 days old',
      ],
    },
    examples: ['> restored.json', '--check restored.json'],
    async run({ check }: { check?: string }, operator) {
      const file = check === undefined ? undefined : await operator.readFile(check)
      const { runner, seals, now } = await operator.open()
      const at = now()
      if (file) {
        const finding = await judgeProof(file, { runner, seals, now: at })
        await operator.record('audit.prove-restore', `check: ${finding.says}`)
        return operator.answer(finding.says, finding, finding.state === 'problem')
      }
      const { head, rows, ...verdict } = await verifyAuditChain(runner, seals, { now: at })
      // The last rows of a copy stay unsealed, because no server runs on the copy.
      const problems = verdict.problems.filter(({ kind }) => kind !== 'not-sealed')
      const proof: Restored | undefined = head && {
        at: at.toISOString(),
        database: await databaseIdentity(runner),
        rows,
        position: head.position,
        seal: Buffer.from(head.seal).toString('hex'),
        markedOn: head.markedOn.toISOString(),
      }
      await operator.record('audit.prove-restore', `${rows} rows, ${problems.length} problems`)
      if (!proof || problems.length > 0)
        throw new CommandRefused('The trail of this copy is empty or not intact: audit verify tells more.')
      const signature = Buffer.from(seals.signPage(JSON.stringify(proof))).toString('hex')
      await operator.write(`${JSON.stringify({ restored: proof, signature })}\n`)
    },
  },
  {
    name: 'audit export',
    summary: 'Writes the audit rows of a time as JSON lines, the oldest first.',
    description: `The last line is the newest signed head: keep the file where nobody who can change the
database can change it, and hand it to audit verify later.`,
    options: {
      from: ['--from <DAY>', 'from this India day (required)', { read: parseIndiaDay, isRequired: true }],
      to: ['--to <DAY>', 'to this India day, included (required)', { read: parseIndiaDay, isRequired: true }],
    },
    examples: ['--from 2027-03-01 --to 2027-03-31 > audit-2027-03.jsonl'],
    async run({ from, to }: { from: Date; to: Date }, operator) {
      refuseReversedDays({ from, to }, 'audit export')
      const { runner, seals } = await operator.open()
      const before = dayAfter(to)
      const lines = exportAuditRows(runner, seals, { from, before })
      // The trail tells of the export before its first line leaves.
      await operator.record('audit.export', `${from.toISOString()} to ${before.toISOString()}`)
      for await (const line of lines) await operator.write(line)
    },
  },
]

function verdictText({ rows, erased, waiting, logged, problems }: Verdict): string {
  const counts = fieldList([
    ['Rows checked', rows],
    ['Erased when their time was over', erased],
    ['Waiting for their seal', waiting],
    ...(logged === undefined ? [] : [['Rows of the log', logged] satisfies [string, number]]),
    ['Verdict', problems.length === 0 ? 'nothing is changed or missing' : 'NOT INTACT'],
  ])
  if (problems.length === 0) return counts
  const problemRows = problems.map(describeChainProblem)
  return `${counts}\n\n${textTable(['Place', 'Problem'], problemRows)}`
}

type Verdict = AuditVerdict & { logged: number | undefined }

function hexOf({ seal, signature }: { seal: Uint8Array; signature: Uint8Array }) {
  return { seal: Buffer.from(seal).toString('hex'), signature: Buffer.from(signature).toString('hex') }
}

function readHead(bytes: Uint8Array): Pick<ChainMark, 'position' | 'seal'> {
  const last = new TextDecoder().decode(bytes).trimEnd().split('\n').at(-1) ?? ''
  try {
    const { position, seal } = (JSON.parse(last) as { head: { position: number; seal: string } }).head
    if (Number.isSafeInteger(position) && /^[0-9a-f]{72}$/.test(seal))
      return { position, seal: Buffer.from(seal, 'hex') }
  } catch {
    // The last line is not JSON or has no head, so the file is refused below.
  }
  throw new CommandRefused('The last line of that file must be a signed head: the export is incomplete.')
}

type Restored = {
  at: string
  database: string
  rows: number
  position: number
  seal: string
  markedOn: string
}

/** A proof must come from another database that holds a part of the same audit trail. */
async function judgeProof(
  file: Uint8Array,
  { runner, seals, now }: { runner: SqlRunner; seals: AuditSeals; now: Date },
): Promise<Finding> {
  const what = 'restore'
  const { restored, signature } = readProof(file)
  if (!restored || !seals.isSignedPage(JSON.stringify(restored), Buffer.from(String(signature), 'hex')))
    return problem(what, 'the file is no proof of audit prove-restore that AUDIT_KEY has signed')
  const { at, database, rows, position, seal, markedOn } = restored
  if (database === (await databaseIdentity(runner)))
    return problem(what, 'the proof was made on this very database, not on a restored copy')
  if (!(await hasSignedHead(runner, seals, { position, seal: Buffer.from(seal, 'hex') })))
    return problem(what, `the copy's trail is not this one's: its newest head, of ${markedOn}, is not in it`)
  if (now.getTime() - new Date(at).getTime() > quarterMs)
    return problem(what, `the last restore was proven on ${at}, more than 100 days ago`)
  const lostHours = Math.max(0, (new Date(at).getTime() - new Date(markedOn).getTime()) / hourMs)
  return good(
    what,
    `a copy was verified on ${at}: ${rows} audit rows, intact, the newest of ${markedOn} (${lostHours.toFixed(1)} h earlier), and it is of this trail`,
  )
}

function readProof(file: Uint8Array): { restored?: Restored; signature?: unknown } {
  try {
    return Object(JSON.parse(new TextDecoder().decode(file))) as ReturnType<typeof readProof>
  } catch {
    return {}
  }
}
