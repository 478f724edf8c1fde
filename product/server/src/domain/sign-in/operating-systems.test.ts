import { describe, expect, test } from 'vitest'

import shipped from '../../config/system-ends.json' with { type: 'json' }
import { readOperatingSystem } from '../../http/headers.ts'
import { countLogInBySystem, findUnsupportedSystem } from './operating-systems.ts'

const hinted = (platform: string, version: string) => ({
  'sec-ch-ua-platform': `"${platform}"`,
  'sec-ch-ua-platform-version': `"${version}"`,
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0',
})
const agentOf = (text: string) => ({ 'user-agent': `Mozilla/5.0 (${text}) Gecko/20100101` })

function systemsOn(day: string) {
  const logIns: unknown[] = []
  const systems = { ends: shipped, refusesOld: false, onLogIn: (log: object) => void logIns.push(log) }
  return { context: { systems, now: () => new Date(`${day}T12:00:00+05:30`) }, logIns }
}

const { context } = systemsOn('2026-11-26')
const endedOf = (headers: Record<string, string>) =>
  findUnsupportedSystem(context, readOperatingSystem(headers))?.system

describe('[control 8] a system without updates', () => {
  test.each([
    ['Windows 10', hinted('Windows', '10.0.0')],
    ['Windows 8.1', hinted('Windows', '0.3.0')],
    ['Windows 7 or older', hinted('Windows', '0.1.0')],
    ['Android 13', hinted('Android', '13.0.0')],
    ['Android 9 or older', hinted('Android', '8.1.0')],
    ['macOS 10.15 or older', hinted('macOS', '10.15.7')],
    ['Windows 8.1', agentOf('Windows NT 6.3; Win64; x64; rv:109.0')],
    ['Windows 7 or older', agentOf('Windows NT 6.1; WOW64; rv:52.0')],
    ['Android 12', agentOf('Android 12; Mobile; rv:140.0')],
    ['macOS 10.15 or older', agentOf('Macintosh; Intel Mac OS X 10.13; rv:109.0')],
  ])('is %s by hints, else by the text of the user agent', (system, headers) => {
    expect(endedOf(headers)).toBe(system)
  })

  test.each([
    ['Windows 11', hinted('Windows', '15.0.0')],
    ['a preview of Windows 11', hinted('Windows', '13.0.0')],
    ['Android 14', hinted('Android', '14.0.0')],
    ['macOS 26', hinted('macOS', '26.0.1')],
    ['a Chromebook', hinted('Chrome OS', '16093.0.0')],
    ['Linux', hinted('Linux', '')],
    ['Windows 10 or 11, which Firefox writes alike', agentOf('Windows NT 10.0; Win64; x64; rv:140.0')],
    ['macOS, whose version Safari has frozen', agentOf('Macintosh; Intel Mac OS X 10_15_7')],
    ['Android, whose version Chrome has frozen', agentOf('Linux; Android 10; K')],
    ['nothing', {}],
    ['no version', hinted('Windows', '10; drop')],
  ])('is not %s', (_what, headers) => {
    expect(endedOf(headers)).toBeUndefined()
  })

  test('begins on the day after its end, in India', () => {
    const windows10 = readOperatingSystem(hinted('Windows', '10.0.0'))
    expect(findUnsupportedSystem(systemsOn('2025-10-14').context, windows10)).toBeUndefined()
    expect(findUnsupportedSystem(systemsOn('2025-10-15').context, windows10)).toMatchObject({
      endsOn: '2025-10-14',
    })
  })
})

test('[control 8] log-ins are counted by version in names that no caller can multiply', () => {
  const { context: counting, logIns } = systemsOn('2026-11-26')
  const told = [
    hinted('Windows', '10.0.0'),
    hinted('Windows', '19.0.0'),
    hinted('Android', '15.0.0'),
    agentOf('Windows NT 10.0; rv:140.0'),
    hinted('Plan 9', '4.0.0'),
    { 'user-agent': 'node' },
  ]
  for (const headers of told) countLogInBySystem(counting, readOperatingSystem(headers))
  expect(logIns).toEqual([
    { system: 'Windows 10', updates: 'no' },
    { system: 'Windows 11 or later', updates: 'yes' },
    { system: 'Android 15', updates: 'yes' },
    { system: 'Windows', updates: 'unknown' },
    { system: 'Windows', updates: 'unknown' },
    { system: 'other', updates: 'unknown' },
  ])
})
