import { afterAll } from 'vitest'

import { makeDeviceKeys, type DeviceKeys } from '../device-keys.ts'
import { startDevice, type Device } from '../device.ts'
import { makeTlsIdentity } from '../tls-identity.ts'
import type { Wait } from '../scanner.ts'

/** The time of the device in tests. */
export const testTime = new Date('2026-11-26T04:30:00.000Z')

/** A certificate that TLS accepts on every day on which a test may run, because TLS reads the clock of the machine. */
export const lastingTls = await makeTlsIdentity({
  notBefore: new Date('2026-01-01T00:00:00Z'),
  notAfter: new Date('2050-01-01T00:00:00Z'),
})

/** The shortest wait that lasts in tests, until it is aborted. */
const lastsFromMs = 10_000

/**
 * Starts a device on any free port, without a delay before the touch. Closes the device after the test file. The
 * device's waits end at once, and `waits` has their milliseconds; waits of ten seconds and more last until a reset.
 */
export async function startedDevice(
  changes: Partial<Parameters<typeof startDevice>[0]> = {},
): Promise<{ device: Device; keys: DeviceKeys; waits: number[] }> {
  const keys = changes.keys ?? (await makeDeviceKeys(testTime))
  const waits: number[] = []
  const wait: Wait = async (ms, signal) => {
    waits.push(ms)
    if (ms >= lastsFromMs && signal) await endOf(signal)
  }
  const now = () => testTime
  const device = await startDevice({ keys, firstPort: 0, now, wait, tls: lastingTls, ...changes })
  await device.control.put({ delayMs: 0 })
  afterAll(() => device.close())
  return { device, keys, waits }
}

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')))
  })
}
