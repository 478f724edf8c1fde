import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { SupportCase } from '@ekyc/contract/support-case'
import { createRdClient, replay, type RdClient, type RecordedAttempt } from '@ekyc/rd-client'
import { Value } from 'typebox/value'
import { afterEach, expect, test, vi } from 'vitest'

import { createDeviceCheck, type DeviceCheck } from '../features/device-check/device-check.ts'
import { failedCheck } from '../features/device-check/finding.ts'
import { findingsOf } from '../features/device-check/findings.ts'
import { createScan, type ScanEvent } from '../scanner/scan.ts'
import { openedAt } from './stub-browser.ts'

/**
 * Each file in this folder is one test. To add a test, put an agent's support case there, with the advice that the
 * portal should give. The test gives the recorded answers of the scanner to the present portal.
 */
const folder = join(import.meta.dirname, '../../../rd-client/src/testing/cases')
const files = readdirSync(folder)

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('there are cases of real scanners and of the sandbox', () => {
  expect(files.length).toBeGreaterThanOrEqual(7)
})

test.each(files)('[KYC-8] the portal gives the advice of %s', async file => {
  const recorded: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  expect([...Value.Errors(SupportCase, recorded)]).toEqual([])
  const attempt = recorded as RecordedAttempt & SupportCase
  openedAt(`https://${attempt.pageHost}/do-kyc`)
  vi.stubGlobal('isSecureContext', true)
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(attempt.browser.userAgent)
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
    now: new Date(attempt.recordedOn),
  })
  const rd = createRdClient(replay(attempt))
  const advice = attempt.report ? adviceInCheck(rd) : adviceInScan(rd)
  await vi.advanceTimersByTimeAsync(120_000)
  const { name, ...more } = attempt.advice
  expect(await advice).toEqual({ name, ...more })
})

async function adviceInScan(rd: RdClient): Promise<SupportCase['advice'] | undefined> {
  const events: ScanEvent[] = []
  await createScan({ rd, emit: event => void events.push(event), qualityBounds: () => undefined }).start({})
  const last = events.at(-1)
  return last?.type === 'scanFailed' ? named(last.problem) : undefined
}

async function adviceInCheck(rd: RdClient): Promise<SupportCase['advice'] | undefined> {
  let shown: DeviceCheck | undefined
  const check = createDeviceCheck({ rd, show: now => void (shown = now) })
  await check.start()
  await check.scan()
  return shown && named(shown.facts.problem ?? { advice: failedCheck(findingsOf(shown.facts)) ?? '' })
}

function named({ advice: name, deviceCode }: { advice: string; deviceCode?: string }): SupportCase['advice'] {
  return { name, ...(deviceCode !== undefined && { deviceCode }) }
}
