import { deviceShapes } from '@ekyc/contract/console/shapes/devices'
import { indiaDate } from '@ekyc/contract/india-time'
import { Type } from 'typebox'

import {
  findDeviceUnit,
  listDriverDays,
  listDrivers,
  listUnitsByCertificateExpiry,
  listDeviceUnitsOfModel,
  type DriverUse,
  type DeviceUnit,
} from '../../database/agents/devices.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { dayMs } from '../../domain/clocks.ts'
import { findRegisteredDevice } from '../../domain/kyc/capture-check.ts'
import { defineAct, actInput, type ActContext } from '../act.ts'

const shownDays = 30
const mostDrivers = 5_000
const endOfTime = new Date('9999-01-01T00:00:00Z')
const lastUnit = 'ff'.repeat(16)

export const listModels = defineAct({
  name: 'device.list',
  input: actInput({}),
  async run(action) {
    action.row.subject = 'models'
    return modelsOf(action, undefined)
  },
})

export const listDailyUse = defineAct({
  name: 'device.list',
  input: actInput({ days: Type.Integer({ minimum: 1 }), limit: Type.Integer({ minimum: 1 }) }),
  async run({ db, at, row, registry }, { days, limit }) {
    row.subject = `${days} days`
    const since = indiaDate(new Date(at.getTime() - (days - 1) * dayMs))
    const registered = registry?.()
    const found = await listDriverDays(db, { since, limit })
    return found.map(one => ({
      ...one,
      level:
        findRegisteredDevice(registered, { dpId: one.maker, rdsId: one.service, mi: one.model })?.level ??
        null,
    }))
  },
})

export const showModel = defineAct({
  name: 'device.show',
  input: actInput(deviceShapes.getModel.request.properties),
  async run(action, { model }) {
    action.row.subject = model
    const [shown] = await modelsOf(action, model)
    if (!shown) throw new CommandRefused(`No capture of the last ${shownDays} days came from this model.`)
    return shown
  },
})

/**
 * The list without a model has all units, by the end of their certificates. `endingDays` leaves those that end within so
 * many days, or ended in the last 30.
 */
export const listUnits = defineAct({
  name: 'unit.list',
  input: actInput({
    model: Type.Optional(Type.String()),
    place: Type.Optional(Type.Object({ on: Type.String(), unit: Type.String() })),
    endingDays: Type.Optional(Type.Integer({ minimum: 1 })),
    limit: Type.Integer({ minimum: 1 }),
  }),
  async run({ db, row, at }, { model, place, endingDays, limit }): Promise<DeviceUnit[]> {
    row.subject = model ?? 'all models'
    const on = place && new Date(place.on)
    const days = (count: number) => new Date(at.getTime() + count * dayMs)
    const [after, before] =
      endingDays === undefined ? [new Date(0), null] : [days(-shownDays), days(endingDays)]
    return model === undefined
      ? listUnitsByCertificateExpiry(db, {
          after: on ?? after,
          unit: place?.unit ?? '',
          before,
          limit,
        })
      : listDeviceUnitsOfModel(db, { model, before: on ?? endOfTime, unit: place?.unit ?? lastUnit, limit })
  },
})

export const showUnit = defineAct({
  name: 'unit.show',
  input: actInput(deviceShapes.getUnit.request.properties),
  async run({ db, row }, { unit }): Promise<DeviceUnit> {
    row.subject = unit
    const shown = await findDeviceUnit.first(db, { unit })
    if (!shown) throw new CommandRefused('No capture came from this unit.')
    row.agentId = shown.agentId
    return shown
  },
})

async function modelsOf({ db, at, registry }: ActContext, only: string | undefined) {
  const since = indiaDate(new Date(at.getTime() - shownDays * dayMs))
  const drivers = await listDrivers(db, { since, model: only, limit: mostDrivers })
  const registered = registry?.()
  return [...new Set(drivers.map(({ model }) => model))].map(model => {
    const versions = drivers
      .filter(one => one.model === model)
      .toSorted((one, other) => byVersion(other.driver, one.driver))
    const listed = registered?.filter(one => one.mi === model)
    return {
      model,
      makers: [...new Set(versions.map(({ maker }) => maker))],
      // If the RD services of one model have different levels, the weaker level counts.
      level: listed?.map(({ level }) => level).toSorted()[0] ?? null,
      isRegistered: listed ? listed.length > 0 : null,
      newestDriver: versions[0]?.driver ?? '',
      verified: sumOf(versions, 'verified'),
      failed: sumOf(versions, 'failed'),
      lastSeenOn: new Date(Math.max(...versions.map(({ lastSeenOn }) => lastSeenOn.getTime()))),
      versions,
    }
  })
}

/** Compares versions by their numbers, so that 1.0.10 is newer than 1.0.9. */
const byVersion = new Intl.Collator('en', { numeric: true }).compare

function sumOf(versions: DriverUse[], count: 'verified' | 'failed'): number {
  return versions.reduce((sum, version) => sum + version[count], 0)
}
