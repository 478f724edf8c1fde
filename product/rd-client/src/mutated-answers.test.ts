import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { readDeviceInfo } from './device-info.ts'
import { readPidData } from './pid-data.ts'
import { writePidOptions } from './pid-options.ts'
import { RdError } from './rd-error.ts'
import { originOf } from './service-address.ts'
import { readRdService } from './rd-service.ts'
import { vendorOutcomes } from './testing/device-outcomes.ts'
import { fetchTrusting } from './testing/fetch-trusting.ts'
import { mutated } from './testing/mutations.ts'
import { simulatedDevice } from './testing/simulated-device.ts'

const device = await simulatedDevice()

test('[KYC-16] on any mutated answer of any vendor a reader throws only an RdError', async () => {
  const answers = await answersOfAllVendors()
  let drawn = 0
  let read = 0
  fc.assert(
    fc.property(mutated(answers), bytes => {
      const outcomes = [readRdService, readDeviceInfo, readPidData].map(reader => isRead(() => reader(bytes)))
      drawn += 1
      if (outcomes.includes(true)) read += 1
    }),
    { numRuns: 500 },
  )
  // If the readers refused nearly all mutated answers, the test would reach only the first checks.
  expect(read).toBeGreaterThan(drawn / 10)
})

function isRead(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (!(error instanceof RdError)) throw error
    return false
  }
}

async function answersOfAllVendors(): Promise<string[]> {
  const answers: string[] = []
  for (const { vendor, scheme } of vendorOutcomes) {
    const { tlsCertificate } = await device.control('PUT', { vendor, delayMs: 0, scenario: 'ready' })
    const ask = async (method: string, path: string, body?: string): Promise<string> => {
      const init = { method, ...(body !== undefined && { body }) }
      const origin = originOf({ scheme, host: '127.0.0.1', port: device.range.from })
      return await (await fetchTrusting(tlsCertificate)(origin + path, init)).text()
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
