import { startedDevice } from '@ekyc/rd-simulator/testing/started-device'

import { freePorts } from './device-service.ts'
import type { DeviceSettings, SandboxDevice, Told } from './sandbox-device.ts'

/** The longest time, in ms, that any wait of the simulated device takes. */
const longestWaitMs = 50

/** Starts the sandbox's device service in this process, on eleven free ports. It stops after the test file. */
export async function simulatedDevice(): Promise<Omit<SandboxDevice, 'stop'>> {
  const from = await freePorts(11)
  const { device } = await startedDevice({
    firstPort: from,
    wait: ms => new Promise(resolve => setTimeout(resolve, Math.min(ms, longestWaitMs))),
  })
  const acts = {
    GET: async () => device.control.get(),
    PUT: (settings?: DeviceSettings) => device.control.put(settings),
    DELETE: () => device.control.reset(),
  }
  return {
    range: { scheme: 'http', host: '127.0.0.1', from, to: from + 10 },
    control: async (method: keyof typeof acts, settings?: DeviceSettings) =>
      (await acts[method](settings)) as Told,
  }
}
