import type { Finding } from '../../doctor/finding.ts'
import { command, type Command } from '../command.ts'
import { table } from '../table.ts'

const words: Record<Finding['state'], string> = { good: 'ok', warning: 'WARNING', problem: 'PROBLEM' }

export const doctorCommands: Command[] = [
  command({
    name: 'doctor',
    summary:
      'Looks at settings, database, far ends, clock and ends of certificates; exit code 1 at a problem.',
    details: `Needs all settings of the server, and changes nothing. The bank is asked for one reference that nobody has. Nothing of
this is in the audit trail: it works without a database.`,
    examples: ['', '--json'],
    async run(_input, tools) {
      const findings = await tools.examine()
      const count = (state: Finding['state']) => findings.filter(finding => finding.state === state).length
      const rows = findings.map(({ what, state, says }) => [words[state], what, says])
      return {
        text: `${table(['', 'What', 'Finding'], rows)}\n\nProblems: ${count('problem')}. Warnings: ${count('warning')}.`,
        data: { findings, problems: count('problem'), warnings: count('warning') },
        failed: count('problem') > 0,
      }
    },
  }),
]
