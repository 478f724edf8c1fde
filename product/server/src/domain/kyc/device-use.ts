import { createHmac, type KeyObject } from 'node:crypto'

import { indiaDate } from '@ekyc/contract/india-time'

import type { Capture, AuthorityVerdict } from '../ports.ts'
import type { DatabaseOf } from '../stores.ts'
import type { StoredDevice } from './kyc-records.ts'

export type DeviceUseCounter = ReturnType<typeof createDeviceUseCounter>

export type DeviceUse = StoredDevice & {
  agentId: string
  verdict: AuthorityVerdict['kind'] | 'bank-away' | 'bank-unusable'
  /** In India. */
  day: string
  seenOn: Date
}

/** So many uses wait to be shared, which is done each minute. Further ones are not counted. */
const mostKept = 50_000
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

/** Notes each use in memory, so that no call waits. `share` adds them to the counts of all servers. */
export function createDeviceUseCounter(options: { database: DatabaseOf<'devices'>; now: () => Date }) {
  const { database, now } = options
  const uses: DeviceUse[] = []

  return {
    count(device: StoredDevice, agentId: string, verdict: DeviceUse['verdict']): void {
      if (uses.length >= mostKept) return
      const seenOn = now()
      uses.push({ ...device, agentId, verdict, day: indiaDate(seenOn), seenOn })
    },

    async share(): Promise<void> {
      // If the database is away, these uses are lost. Agents cannot work then anyway.
      const shared = uses.splice(0)
      if (shared.length > 0) await database.devices.add(shared)
    },
  }
}
