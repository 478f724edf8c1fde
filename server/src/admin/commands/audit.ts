import type { ChainProblem } from '../../domain/audit-chain.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import type { AuditVerdict, ExpectedHead } from '../../domain/audit-administration.ts'
import { command, type Command } from '../command.ts'
import { sheet, table } from '../table.ts'

const dayMs = 24 * 3_600_000

export const auditCommands: Command[] = [
  command({
    name: 'audit verify',
    summary: 'Finds changed, missing and cut-off rows of the audit trail; exit code 1 when there are any.',
    details:
      'Needs AUDIT_KEY. An export kept elsewhere also shows whether the end was cut off with its heads.',
    options: {
      since: { kind: 'day', about: 'only what was sealed from about this India day on' },
      export: {
        kind: 'text',
        value: 'FILE',
        about: 'an export made earlier, which the trail must go on from',
      },
    },
    examples: ['', '--export audit-2027-03.jsonl'],
    async run({ options }, tools) {
      const expected =
        options.export === undefined ? undefined : readHead(await tools.readFile(options.export))
      const { audit } = await tools.administration()
      const verdict = await audit.verify({ since: options.since, expected })
      return {
        text: verdictText(verdict),
        data: { ...verdict, head: verdict.head && { ...verdict.head, ...hexOf(verdict.head) } },
        failed: verdict.problems.length > 0,
      }
    },
  }),

  command({
    name: 'audit export',
    summary: 'Writes the audit rows of a time as JSON lines, the oldest first.',
    details: `Needs AUDIT_KEY. The last line is the newest signed head: keep the file where nobody who can change the
database can change it, and hand it to audit verify later.`,
    options: {
      from: { kind: 'day', required: true, about: 'from this India day' },
      to: { kind: 'day', required: true, about: 'to this India day, included' },
    },
    examples: ['--from 2027-03-01 --to 2027-03-31 > audit-2027-03.jsonl'],
    async run({ options: { from, to } }, tools) {
      const { audit } = await tools.administration()
      return { lines: await audit.export({ from, before: new Date(to.getTime() + dayMs) }) }
    },
  }),
]

const problemTexts: Record<ChainProblem['kind'], string> = {
  changed: 'changed after it was sealed',
  missing: 'missing',
  'cut-off': 'cut off from the end',
  headless: 'sealed, but its signed head is gone',
  'unknown-key': 'sealed under a key that is not configured',
  'head-changed': 'signed head changed or forged',
  'head-missing': 'signed head missing',
  'checkpoint-changed': 'the statement of what was erased is forged or gone',
  'not-the-exported-chain': 'this is not the chain of the export',
  'not-sealed': 'not sealed for over an hour',
}

function verdictText({ rows, erased, waiting, problems }: AuditVerdict): string {
  const counts = sheet([
    ['Rows checked', rows],
    ['Erased when their time was over', erased],
    ['Waiting for their seal', waiting],
    ['Verdict', problems.length === 0 ? 'nothing is changed or missing' : 'NOT INTACT'],
  ])
  if (problems.length === 0) return counts
  const found = problems.map(problem => [placeOf(problem), problemTexts[problem.kind]])
  return `${counts}\n\n${table(['Place', 'Problem'], found)}`
}

function placeOf(problem: ChainProblem): string {
  if ('rows' in problem) return `${problem.rows} rows`
  if (!('from' in problem)) return ''
  const place = problem.from === problem.to ? String(problem.from) : `${problem.from} to ${problem.to}`
  return problem.kind.startsWith('head-') ? `head ${place}` : place
}

function hexOf({ seal, signature }: { seal: Uint8Array; signature: Uint8Array }) {
  return { seal: Buffer.from(seal).toString('hex'), signature: Buffer.from(signature).toString('hex') }
}

/** The last line of an export. */
function readHead(bytes: Uint8Array): ExpectedHead {
  const last = new TextDecoder().decode(bytes).trimEnd().split('\n').at(-1) ?? ''
  try {
    const { position, seal } = (JSON.parse(last) as { head: { position: number; seal: string } }).head
    if (Number.isSafeInteger(position) && /^[0-9a-f]{72}$/.test(seal))
      return { position, seal: Buffer.from(seal, 'hex') }
  } catch {
    // Told below, like a head that is none.
  }
  throw new CommandRefused('The last line of that file is no signed head: it is not a whole export.')
}
