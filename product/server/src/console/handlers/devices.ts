import { listModels, listUnits, showModel, showUnit } from '../../acts/agents/devices.ts'
import type { ConsoleHandlers } from '../handler-types.ts'
import { splitPage, placeShapes, decodePlace, defaultPageSize, encodePlace, withAgent } from '../paging.ts'

export const deviceHandlers = {
  listModels: async (_request, { perform }) => ({ rows: await perform(listModels, {}) }),
  getModel: ({ model }, { perform }) => perform(showModel, { model }),

  async listUnits({ model, after, limit = defaultPageSize }, { perform }) {
    const place = decodePlace(placeShapes.units, after)
    const { rows, last } = splitPage(await perform(listUnits, { model, place, limit: limit + 1 }), limit)
    const on = model === undefined ? last?.certificateEndsOn : last?.lastSeenOn
    return {
      rows: rows.map(withAgent),
      next: last && on && encodePlace({ on, unit: last.unit }),
    }
  },

  getUnit: async ({ unit }, { perform }) => withAgent(await perform(showUnit, { unit })),
} satisfies Partial<ConsoleHandlers>
