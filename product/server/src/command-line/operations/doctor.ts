import { setTimeout as sleep } from 'node:timers/promises'

import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import type { Finding } from '../../doctor/finding.ts'
import { hourMs } from '../../domain/clocks.ts'
import { createDoctorMetrics, serveMetrics } from '../../metrics/metrics-page.ts'
import { parseCountUpTo, examplesText } from '../program.ts'
import type { Operator } from '../operator.ts'
import { textTable } from '../text-table.ts'

const words: Record<Finding['state'], string> = { good: 'ok', warning: 'WARNING', problem: 'PROBLEM' }

export function addDoctorCommand(
  program: CommandUnknownOpts,
  { examine, examineSettings, answer }: Operator,
): void {
  program
    .command('doctor')
    .helpGroup('Health of a set-up:')
    .summary(
      'Looks at settings, database, far ends, clock and ends of certificates; exit code 1 at a problem.',
    )
    .description(
      `Needs all settings of the server, and changes nothing. Bank, SMS provider and identity authority get one request each, about
nobody. Nothing of this is in the audit trail: it works without a database. A wrong PIN of a hardware module spends one of its tries.`,
    )
    .option(
      '--every <hours>',
      'stay, look again after so many hours, and serve ekyc_doctor_problem at METRICS_PORT',
      parseCountUpTo(24 * 7),
    )
    .addHelpText('after', examplesText('', '--json', '--every 6'))
    .action(async ({ every }) => (every === undefined ? show(await examine()) : examineEvery(every * hourMs)))

  function show(findings: Finding[]): Promise<void> {
    const count = (state: Finding['state']) => findings.filter(finding => finding.state === state).length
    const [problems, warnings] = [count('problem'), count('warning')]
    const rows = findings.map(({ what, state, says }) => [words[state], what, says])
    return answer(
      `${textTable(['', 'What', 'Finding'], rows)}\n\nProblems: ${problems}. Warnings: ${warnings}.`,
      { findings, problems, warnings },
      problems > 0,
    )
  }

  /** Examines the set-up again after each pause. Serves the problems as metrics if METRICS_PORT is set. */
  async function examineEvery(pauseMs: number): Promise<never> {
    const { host, metricsPort: port } = examineSettings().config
    const metrics = createDoctorMetrics()
    if (port !== undefined) await serveMetrics(metrics, { host, port })
    for (;;) {
      const findings = await examine()
      metrics.tell(findings.flatMap(({ what, state }) => (state === 'problem' ? [what] : [])))
      await show(findings)
      await sleep(pauseMs)
    }
  }
}
