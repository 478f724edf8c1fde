import { listModels, listUnits, showModel, showUnit, type NamedUnit } from '../../acts/agents/devices.ts'
import type { ConsoleHandlers } from '../handler-types.ts'
import { pageOf, places, readPlace, usualLimit, writePlace } from '../places.ts'

export const deviceHandlers: Pick<ConsoleHandlers, 'listModels' | 'getModel' | 'listUnits' | 'getUnit'> = {
  listModels: async (_request, { perform }) => ({ rows: await perform(listModels, {}) }),
  getModel: ({ model }, { perform }) => perform(showModel, { model }),

  async listUnits({ model, after, limit = usualLimit }, { perform }) {
    const place = readPlace(places.units, after)
    const { rows, last } = pageOf(await perform(listUnits, { model, place, limit: limit + 1 }), limit)
    const on = model === undefined ? last?.certificateEndsOn : last?.lastSeenOn
    return {
      rows: rows.map(shownUnit),
      next: last && on && writePlace({ on, unit: Buffer.from(last.unit).toString('hex') }),
    }
  },

  getUnit: async ({ unit }, { perform }) => shownUnit(await perform(showUnit, { unit })),
}

function shownUnit({ unit, agentId, agentName, ...device }: NamedUnit) {
  return {
    ...device,
    unit: Buffer.from(unit).toString('hex'),
    agent: { id: agentId, name: agentName },
  }
}
