import { certificateWarningDays } from '@ekyc/contract/limits'

import { listDailyUse, listModels, listUnits } from '../../acts/agents/devices.ts'
import { argumentTexts, parseCountUpTo } from '../program.ts'
import type { Command } from '../define-command.ts'
import { tableOfRows } from '../text-table.ts'

export const deviceCommand: Command = {
  name: 'devices',
  summary:
    'Lists the device models of the last 30 days, what their drivers did a day, or units whose certificate ends.',
  options: {
    byDay: [
      '--by-day <DAYS>',
      'each day of so many, by maker, model and driver',
      { read: parseCountUpTo(400), conflicts: 'ending' },
    ],
    ending: [
      '--ending [DAYS]',
      `units whose certificate ends within so many days (${certificateWarningDays}), or has ended`,
      { read: parseCountUpTo(400), preset: String(certificateWarningDays) },
    ],
    limit: ['--limit <N>', argumentTexts.limit, { read: parseCountUpTo(100_000), usual: 1_000 }],
  },
  examples: ['', '--by-day 7 --json', '--ending'],
  async run({ byDay, ending, limit: most }: DevicesTold, { perform, answer }) {
    if (byDay !== undefined) {
      const days = await perform(listDailyUse, { days: byDay, limit: most })
      const text = tableOfRows(days, {
        Day: one => one.day,
        Maker: one => one.maker,
        Model: one => one.model,
        Level: one => one.level,
        Driver: one => `${one.service} ${one.driver}`,
        Verified: one => one.verified,
        Failed: one => one.failed,
      })
      return answer(text, { days })
    }
    if (ending !== undefined) {
      const units = await perform(listUnits, { endingDays: ending, limit: most })
      const text = tableOfRows(units, {
        'Certificate ends': one => one.certificateEndsOn,
        Maker: one => one.maker,
        Model: one => one.model,
        Driver: one => one.driver,
        Agent: one => one.agentName ?? one.agentId,
        'Last used': one => one.lastSeenOn,
        Unit: one => one.unit,
      })
      return answer(text, { units })
    }
    const models = await perform(listModels, {})
    const text = tableOfRows(models, {
      Model: one => one.model,
      Maker: one => one.makers.join(', '),
      Level: one => (one.isRegistered === false ? 'not registered' : one.level),
      'Newest driver': one => one.newestDriver,
      Verified: one => one.verified,
      Failed: one => one.failed,
      'Last used': one => one.lastSeenOn,
    })
    return answer(text, { models })
  },
}

type DevicesTold = { byDay?: number; ending?: number; limit: number }
