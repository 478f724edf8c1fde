import { listModels, listUnits, showModel, showUnit, type NamedUnit } from '../../acts/agents/devices.ts'
import type { ConsoleHandlers } from '../handler-types.ts'
import { places, readPlace, usualLimit, writePlace } from '../places.ts'

export const deviceHandlers: Pick<ConsoleHandlers, 'listModels' | 'getModel' | 'listUnits' | 'getUnit'> = {
  async listModels(_request, { perform }) {
    const models = await perform(listModels, {})
    return { rows: models.map(({ versions: _versions, ...model }) => model) }
  },

  async getModel({ model }, { perform }) {
    const shown = await perform(showModel, { model })
    return { ...shown, versions: shown.versions.map(({ model: _model, ...version }) => version) }
  },

  async listUnits({ model, after, limit = usualLimit }, { perform }) {
    const place = readPlace(places.units, after)
    const units = await perform(listUnits, { model, place, limit: limit + 1 })
    const rows = units.slice(0, limit).map(shownUnit)
    const last = units.length > limit ? rows.at(-1) : undefined
    const on = model === undefined ? last?.certificateEndsOn : last?.lastSeenOn
    return { rows, next: last && writePlace({ on, unit: last.unit }) }
  },

  async getUnit({ unit }, { perform }) {
    return shownUnit(await perform(showUnit, { unit }))
  },
}

function shownUnit({ unit, agentId, agentName, ...device }: NamedUnit) {
  return {
    ...device,
    unit: Buffer.from(unit).toString('hex'),
    agent: { id: agentId, name: agentName },
  }
}
