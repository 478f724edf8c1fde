import { afterAll } from 'vitest'

import { makeDeviceKeys, type DeviceKeys } from '../device-keys.ts'
import { startDevice, type Device } from '../device.ts'

/** Starts a device on any free port, without a delay before the touch. Closes the device after the test file. */
export async function startedDevice(
  fingerNamed?: (name: string) => string,
): Promise<{ device: Device; keys: DeviceKeys }> {
  const keys = await makeDeviceKeys(new Date())
  const device = await startDevice({ keys, firstPort: 0, ...(fingerNamed && { fingerNamed }) })
  await device.control.put({ delayMs: 0 })
  afterAll(() => device.close())
  return { device, keys }
}
