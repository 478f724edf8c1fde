import {
  listModels,
  listUnits,
  showModel,
  showUnit,
  type ModelUse,
  type NamedUnit,
} from '../../acts/agents/devices.ts'
import type { ConsoleHandlers } from '../handler-types.ts'
import { places, readPlace, usualLimit, writePlace } from '../places.ts'

export const deviceHandlers: Pick<ConsoleHandlers, 'listModels' | 'getModel' | 'listUnits' | 'getUnit'> = {
  async listModels(_request, { perform }) {
    return { rows: (await perform(listModels, {})).map(shownModel) }
  },

  async getModel({ model }, { perform }) {
    const shown = await perform(showModel, { model })
    const versions = shown.versions.map(({ model: _model, lastSeenOn, ...version }) => ({
      ...version,
      lastSeenOn: lastSeenOn.toISOString(),
    }))
    return { ...shownModel(shown), versions }
  },

  async listUnits({ model, after, limit = usualLimit }, { perform }) {
    const place = readPlace(places.units, after)
    const units = await perform(listUnits, { model, place, limit: limit + 1 })
    const rows = units.slice(0, limit).map(shownUnit)
    const last = units.length > limit ? rows.at(-1) : undefined
    const on = model === undefined ? last?.certificateEndsOn : last?.lastSeenOn
    return {
      rows,
      ...(last && on !== undefined && { next: writePlace({ on, unit: last.unit }) }),
    }
  },

  async getUnit({ unit }, { perform }) {
    return shownUnit(await perform(showUnit, { unit }))
  },
}

function shownModel({ versions: _versions, lastSeenOn, ...model }: ModelUse) {
  return { ...model, lastSeenOn: lastSeenOn.toISOString() }
}

function shownUnit({
  unit,
  agentId,
  agentName,
  firstSeenOn,
  lastSeenOn,
  certificateEndsOn,
  ...device
}: NamedUnit) {
  return {
    ...device,
    unit: Buffer.from(unit).toString('hex'),
    agent: { id: agentId, name: agentName },
    firstSeenOn: firstSeenOn.toISOString(),
    lastSeenOn: lastSeenOn.toISOString(),
    certificateEndsOn: certificateEndsOn.toISOString(),
  }
}
