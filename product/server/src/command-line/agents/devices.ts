import { Option, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { certificateWarningDays } from '@ekyc/contract/limits'

import { listDays, listModels, listUnits } from '../../acts/agents/devices.ts'
import { about, countUpTo, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { table } from '../table.ts'

export function addDevicesCommand(program: CommandUnknownOpts, { perform, answer }: Operator): void {
  program
    .command('devices')
    .helpGroup('Statistics:')
    .summary(
      'Lists the device models of the last 30 days, what their drivers did a day, or units whose certificate ends.',
    )
    .addOption(
      new Option('--by-day <DAYS>', 'each day of so many, by maker, model and driver')
        .argParser(countUpTo(400))
        .conflicts('ending'),
    )
    .addOption(
      new Option(
        '--ending [DAYS]',
        `units whose certificate ends within so many days (${certificateWarningDays}), or has ended`,
      )
        .argParser(countUpTo(400))
        .preset(String(certificateWarningDays)),
    )
    .option('--limit <N>', about.limit, countUpTo(100_000), 1_000)
    .addHelpText('after', examples('', '--by-day 7 --json', '--ending'))
    .action(async ({ byDay, ending, limit }) => {
      if (byDay !== undefined) {
        const days = await perform(listDays, { days: byDay, limit })
        const rows = days.map(one => [
          one.day,
          one.maker,
          one.model,
          one.level,
          `${one.service} ${one.driver}`,
          one.verified,
          one.failed,
        ])
        return answer(table(['Day', 'Maker', 'Model', 'Level', 'Driver', 'Verified', 'Failed'], rows), {
          days,
        })
      }
      if (ending !== undefined) {
        const found = await perform(listUnits, { endingDays: ending, limit })
        const units = found.map(one => ({ ...one, unit: Buffer.from(one.unit).toString('hex') }))
        const rows = units.map(one => [
          one.certificateEndsOn,
          one.maker,
          one.model,
          one.driver,
          one.agentName ?? one.agentId,
          one.lastSeenOn,
          one.unit,
        ])
        return answer(
          table(['Certificate ends', 'Maker', 'Model', 'Driver', 'Agent', 'Last used', 'Unit'], rows),
          {
            units,
          },
        )
      }
      const models = await perform(listModels, {})
      const rows = models.map(one => [
        one.model,
        one.makers.join(', '),
        one.isRegistered === false ? 'not registered' : one.level,
        one.newestDriver,
        one.verified,
        one.failed,
        one.lastSeenOn,
      ])
      return answer(
        table(['Model', 'Maker', 'Level', 'Newest driver', 'Verified', 'Failed', 'Last used'], rows),
        { models },
      )
    })
}
