import { fileURLToPath } from 'node:url'

import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readBase64 } from './base64.ts'
import { readDeviceInfo } from './device-info.ts'
import type { ServiceAddress } from './index.ts'
import { readPidData, type PidData } from './pid-data.ts'
import { writePidOptions } from './pid-options.ts'
import { RdError } from './rd-error.ts'
import { originOf } from './service-address.ts'
import { readRdService } from './rd-service.ts'
import { vendorOutcomes } from './testing/device-outcomes.ts'
import { fetchTrusting } from './testing/fetch-trusting.ts'
import { mutated } from './testing/mutations.ts'
import { startSandboxDevice, type SandboxDevice } from './testing/sandbox-device.ts'

let device: SandboxDevice

beforeAll(async () => {
  device = await startSandboxDevice(fileURLToPath(new URL('../../sandbox/src/main.ts', import.meta.url)))
}, 60_000)

afterAll(() => device.stop())

test('[KYC-16] on any mutated answer of any vendor a reader throws only an RdError, takes less than 200 ms, and accepts no misshapen capture', async () => {
  const answers = await answersOfAllVendors()
  let read = 0
  let captured = 0
  fc.assert(
    fc.property(mutated(answers), bytes => {
      const service = outcomeWithin200Ms(() => readRdService(bytes))
      const info = outcomeWithin200Ms(() => readDeviceInfo(bytes))
      const capture = outcomeWithin200Ms(() => readPidData(bytes))
      if (service ?? info ?? capture) read += 1
      if (capture) captured += 1
      if (capture) expectRightShape(capture)
    }),
    { numRuns: 1500 },
  )
  // If the readers refused nearly all mutated answers, the test would reach only the first checks.
  expect(read).toBeGreaterThan(150)
  expect(captured).toBeGreaterThan(5)
}, 120_000)

function outcomeWithin200Ms<T>(read: () => T): T | undefined {
  const startedAt = process.cpuUsage()
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RdError)) throw error
    return undefined
  } finally {
    const { user, system } = process.cpuUsage(startedAt)
    expect((user + system) / 1000).toBeLessThan(200)
  }
}

function expectRightShape({ skey, hmac, data, deviceInfo, qScore }: PidData): void {
  const lengths = [skey.value, hmac, data.value].map(text => readBase64(text)?.bytes.length ?? 0)
  expect(lengths.slice(0, 2)).toEqual([256, 48])
  expect(lengths[2]).toBeGreaterThanOrEqual(36)
  expect(skey.ci).toMatch(/^\d{8}$/)
  const { dpId, rdsId, rdsVer, dc, mi, mc } = deviceInfo
  expect([dpId, rdsId, rdsVer, dc, mi, mc]).not.toContain('')
  expect(qScore.every(score => score >= 0 && score <= 100)).toBe(true)
}

async function answersOfAllVendors(): Promise<string[]> {
  const answers: string[] = []
  for (const { vendor, scheme } of vendorOutcomes) {
    const { tlsCertificate } = await device.control('PUT', { vendor, delayMs: 0, scenario: 'ready' })
    const ask = async (method: string, path: string, body?: string): Promise<string> => {
      const init = { method, ...(body !== undefined && { body }) }
      return await (await fetchTrusting(tlsCertificate)(originOf(addressOf(scheme)) + path, init)).text()
    }
    const discovery = await ask('RDSERVICE', '/')
    const { paths } = readRdService(discovery)
    const capture = () => ask('CAPTURE', paths.capture, writePidOptions({ wadh: '' }))
    answers.push(discovery, await ask('DEVICEINFO', paths.deviceInfo), await capture())
    await device.control('PUT', { scenario: 'error' })
    answers.push(await capture())
  }
  return answers
}

function addressOf(scheme: ServiceAddress['scheme']): ServiceAddress {
  return { scheme, host: '127.0.0.1', port: device.range.from }
}
