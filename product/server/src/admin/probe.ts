import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { Option } from '@commander-js/extra-typings'

import { minuteMs } from '../domain/durations.ts'
import type { PlayedStep } from '../probe/probe.ts'
import { countUpTo, examples } from './command-line.ts'
import type { Operator } from './operator.ts'
import { table } from './table.ts'

export function addProbeCommand(program: CommandUnknownOpts, { probe, answer }: Operator): void {
  program
    .command('probe')
    .helpGroup('Health of a set-up:')
    .summary('Plays a KYC as the synthetic agent, at the public address; exit code 1 at a failure.')
    .description(
      `Needs PORTAL_ORIGIN, PROBE_MOBILE, PROBE_PASSWORD and PROBE_REFERENCE, and no database. With PROBE_DEVICE_PORT it captures a
synthetic finger and submits; without, it ends after the reference check and the consent's text. No figure counts what it does.`,
    )
    .addOption(
      new Option(
        '--every <minutes>',
        'stay, play again after so many minutes, and serve ekyc_probe_success at METRICS_PORT',
      ).argParser(countUpTo(60)),
    )
    .addHelpText('after', examples('', '--json', '--every 1'))
    .action(async ({ every }) => probe(every === undefined ? undefined : every * minuteMs, show))

  function show(steps: PlayedStep[]): Promise<void> {
    const rows = steps.map(({ step, seconds, problem }) => [
      problem === undefined ? 'ok' : 'PROBLEM',
      step,
      `${seconds.toFixed(2)} s`,
      problem ?? '',
    ])
    const hasFailed = steps.some(({ problem }) => problem !== undefined)
    const told = steps.map(({ problem = null, ...step }) => ({ ...step, problem }))
    return answer(
      table(['', 'Step', 'Time', 'Problem'], rows),
      { success: !hasFailed, steps: told },
      hasFailed,
    )
  }
}
