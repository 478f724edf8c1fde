import { setTimeout as sleep } from 'node:timers/promises'

import type { Finding } from '../../doctor/finding.ts'
import { hourMs } from '../../domain/clocks.ts'
import { createDoctorMetrics, serveMetrics } from '../../metrics/metrics-page.ts'
import type { Command } from '../define-command.ts'
import { parseCountUpTo } from '../program.ts'
import type { Operator } from '../operator.ts'
import { textTable } from '../text-table.ts'

const words: Record<Finding['state'], string> = { good: 'ok', warning: 'WARNING', problem: 'PROBLEM' }

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Looks at settings, database, far ends, clock and ends of certificates; exit code 1 at a problem.',
  description: `Needs all settings of the server, and changes nothing. Bank, SMS provider and identity authority get one request each, about
nobody. Nothing of this is in the audit trail: it works without a database. A wrong PIN of a hardware module spends one of its tries.`,
  options: {
    every: [
      '--every <hours>',
      'stay, look again after so many hours, and serve ekyc_doctor_problem at METRICS_PORT',
      { read: parseCountUpTo(24 * 7) },
    ],
  },
  examples: ['', '--json', '--every 6'],
  run: async ({ every }: { every?: number }, operator) =>
    every === undefined
      ? showFindings(operator, await operator.examine())
      : examineEvery(operator, every * hourMs),
}

function showFindings({ answer }: Operator, findings: Finding[]): Promise<void> {
  const count = (state: Finding['state']) => findings.filter(finding => finding.state === state).length
  const [problems, warnings] = [count('problem'), count('warning')]
  const rows = findings.map(({ what, state, says }) => [words[state], what, says])
  return answer(
    `${textTable(['', 'What', 'Finding'], rows)}\n\nProblems: ${problems}. Warnings: ${warnings}.`,
    { findings, problems, warnings },
    problems > 0,
  )
}

async function examineEvery(operator: Operator, pauseMs: number): Promise<never> {
  const { host, metricsPort: port } = operator.examineSettings().config
  const metrics = createDoctorMetrics()
  if (port !== undefined) await serveMetrics(metrics, { host, port })
  for (;;) {
    const findings = await operator.examine()
    metrics.tell(findings.flatMap(({ what, state }) => (state === 'problem' ? [what] : [])))
    await showFindings(operator, findings)
    await sleep(pauseMs)
  }
}
