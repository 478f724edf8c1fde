import { createHmac, type KeyObject } from 'node:crypto'

import { indiaDate } from '@ekyc/contract/india-time'

import type { Capture, AuthorityVerdict } from '../ports.ts'
import type { DatabaseOf, Stores } from '../stores.ts'
import type { DeviceNames, StoredDevice } from './kyc-records.ts'

/** Counts devices and verdicts in memory, so that no call waits. `share` adds them to the counts of all servers. */
export type DeviceUseCounter = ReturnType<typeof createDeviceUseCounter>

type Units = Parameters<Stores['devices']['addUnits']>[0]
type Verdicts = Parameters<Stores['devices']['addVerdicts']>[0]

/** The maximum number of devices, and of verdict counts, that wait to be shared. Further ones are not counted. */
const mostKept = 20_000
const unitBytes = 16

/** The device's own number (`dc`) is stored only as a keyed hash. */
export function deviceToStore(
  { device: { dpId, rdsId, rdsVer, mi, dc } }: Capture,
  certificateEnds: Date,
  key: KeyObject,
): StoredDevice {
  const hash = createHmac('sha256', key).update(`unit\0${dpId}\0${mi}\0${dc}`).digest()
  return {
    dpId,
    rdsId,
    rdsVer,
    mi,
    // A device without a number has no `unit`, because all such devices of one model would count as one unit.
    ...(dc && { unit: hash.subarray(0, unitBytes).toString('hex') }),
    certificateEnds: certificateEnds.toISOString(),
  }
}

export function deviceNames(device: StoredDevice): DeviceNames {
  const { mi: model, dpId: maker, rdsId: service, rdsVer: driver } = device
  return { model, maker, service, driver }
}

export function createDeviceUseCounter(options: { database: DatabaseOf<'devices'>; now: () => Date }) {
  const { database, now } = options
  let units = new Map<string, Units[number]>()
  let verdicts = new Map<string, Verdicts[number]>()

  return {
    count(
      device: StoredDevice,
      agentId: string,
      verdict: AuthorityVerdict['kind'] | 'bank-away' | 'bank-unusable',
    ): void {
      const seenOn = now()
      const seen = deviceNames(device)
      const { unit, certificateEnds } = device
      if (unit !== undefined && certificateEnds !== undefined && (units.has(unit) || units.size < mostKept))
        units.set(unit, { ...seen, unit, agentId, certificateEndsOn: new Date(certificateEnds), seenOn })
      // Only a verdict of the authority tells whether the device works.
      if (verdict !== 'verified' && verdict !== 'refused') return
      const day = indiaDate(seenOn)
      const key = JSON.stringify([day, seen])
      const before = verdicts.get(key) ?? { ...seen, day, verified: 0, failed: 0 }
      if (!verdicts.has(key) && verdicts.size >= mostKept) return
      const counted = verdict === 'verified' ? 'verified' : 'failed'
      verdicts.set(key, { ...before, [counted]: before[counted] + 1, seenOn })
    },

    async share(): Promise<void> {
      const shared = { units: [...units.values()], verdicts: [...verdicts.values()] }
      // If the database is away, these counts are lost. Agents cannot work then anyway.
      units = new Map()
      verdicts = new Map()
      if (shared.units.length > 0) await database.devices.addUnits(shared.units)
      if (shared.verdicts.length > 0) await database.devices.addVerdicts(shared.verdicts)
    },
  }
}
