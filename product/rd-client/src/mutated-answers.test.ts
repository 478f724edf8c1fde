import * as fc from 'fast-check'
import { expect, test } from 'vitest'

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
import { simulatedDevice } from './testing/simulated-device.ts'

const device = await simulatedDevice()

test('[KYC-16] on any mutated answer of any vendor a reader throws only an RdError and accepts no misshapen capture', async () => {
  const answers = await answersOfAllVendors()
  const captures = answers
    .map(answer => outcomeOf(() => readPidData(answer)))
    .filter(capture => capture !== undefined)
  expect(captures).toHaveLength(vendorOutcomes.length)
  for (const capture of captures) expectRightShape(capture)
  let drawn = 0
  let read = 0
  fc.assert(
    fc.property(mutated(answers), bytes => {
      const service = outcomeOf(() => readRdService(bytes))
      const info = outcomeOf(() => readDeviceInfo(bytes))
      const capture = outcomeOf(() => readPidData(bytes))
      drawn += 1
      if (service ?? info ?? capture) read += 1
      if (capture) expectRightShape(capture)
    }),
  )
  // If the readers refused nearly all mutated answers, the test would reach only the first checks.
  expect(read).toBeGreaterThan(drawn / 10)
})

function outcomeOf<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RdError)) throw error
    return undefined
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
