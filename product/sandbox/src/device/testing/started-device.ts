import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll } from 'vitest'

import { sandboxKeys, type SandboxKeys } from '../../keys/keys.ts'
import { startDevice, type Device } from '../device.ts'

/** Starts a device on any free port, without a delay before the touch; closes it after the test file. */
export async function startedDevice(): Promise<{ device: Device; keys: SandboxKeys }> {
  const folder = await mkdtemp(join(tmpdir(), 'device-test-'))
  const keys = await sandboxKeys(folder)
  const device = await startDevice({ keys, firstPort: 0 })
  await device.control.put({ delayMs: 0 })
  afterAll(async () => {
    await device.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { device, keys }
}
