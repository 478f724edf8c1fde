import { createHmac, type KeyObject } from 'node:crypto'

import { indiaDate } from '@ekyc/contract/india-time'

import type { Capture, Verdict } from './ports.ts'
import type { DatabaseOf, DeviceStore, KeptDevice, SeenDevice } from './stores.ts'

/** Counts devices and their verdicts in memory, and adds them to those of all servers: no call waits for it. */
export type DeviceUse = {
  count(device: KeptDevice, agentId: string, verdict: Verdict['kind'] | 'bank-away' | 'bank-unusable'): void
  share(): Promise<void>
}

type Units = Parameters<DeviceStore['addUnits']>[0]
type Verdicts = Parameters<DeviceStore['addVerdicts']>[0]

/** A server that cannot share keeps no more than these; the rest is not counted. */
const mostKept = 20_000
const unitBytes = 16

/** Keeps the device's own number (`dc`) as a keyed hash alone. */
export function keptDevice(
  { device: { dpId, rdsId, rdsVer, mi, dc } }: Capture,
  valid: { to: Date } | undefined,
  key: KeyObject,
): KeptDevice {
  const hash = createHmac('sha256', key).update(`unit\0${dpId}\0${mi}\0${dc}`).digest()
  return {
    dpId,
    rdsId,
    rdsVer,
    mi,
    // A device without a number would be one unit with all others of its kind.
    ...(dc && { unit: hash.subarray(0, unitBytes).toString('hex') }),
    ...(valid && { certificateEnds: valid.to.toISOString() }),
  }
}

export function createDeviceUse(options: { database: DatabaseOf<'devices'>; now: () => Date }): DeviceUse {
  const { database, now } = options
  let units = new Map<string, Units[number]>()
  let verdicts = new Map<string, Verdicts[number]>()

  return {
    count(device, agentId, verdict) {
      const seenOn = now()
      const seen: SeenDevice = {
        model: device.mi,
        maker: device.dpId,
        service: device.rdsId,
        driver: device.rdsVer,
      }
      const { unit, certificateEnds } = device
      if (unit !== undefined && certificateEnds !== undefined && (units.has(unit) || units.size < mostKept))
        units.set(unit, { ...seen, unit, agentId, certificateEndsOn: new Date(certificateEnds), seenOn })
      // Without the authority's word nothing is known about the device.
      if (verdict !== 'verified' && verdict !== 'refused') return
      const day = indiaDate(seenOn)
      const key = JSON.stringify([day, seen])
      const before = verdicts.get(key) ?? { ...seen, day, verified: 0, failed: 0 }
      if (!verdicts.has(key) && verdicts.size >= mostKept) return
      const counted = verdict === 'verified' ? 'verified' : 'failed'
      verdicts.set(key, { ...before, [counted]: before[counted] + 1, seenOn })
    },

    async share() {
      const shared = { units: [...units.values()], verdicts: [...verdicts.values()] }
      // Counts are lost while the database is away, when agents cannot work anyway.
      units = new Map()
      verdicts = new Map()
      if (shared.units.length > 0) await database.devices.addUnits(shared.units)
      if (shared.verdicts.length > 0) await database.devices.addVerdicts(shared.verdicts)
    },
  }
}
