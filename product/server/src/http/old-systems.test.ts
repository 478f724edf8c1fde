import { expect, test } from 'vitest'

import shipped from '../config/system-ends.json' with { type: 'json' }
import { agentPassword, serverOfFile } from '../../testing/test-server.ts'

const mobile = '9330000001'
const windows = (version: string) => ({
  headers: { 'sec-ch-ua-platform': '"Windows"', 'sec-ch-ua-platform-version': `"${version}"` },
})

const telling = await serverOfFile({ systems: { ends: shipped, refusesOld: false } })
const refusing = await serverOfFile({
  databaseUrl: telling.databaseUrl,
  systems: { ends: shipped, refusesOld: true },
})
await telling.addAgent({ mobile, password: agentPassword })

test('[control 8] a page asks for the version of the system', async () => {
  const { headers } = await telling.app.inject({ method: 'GET', url: '/login' })
  expect(headers['accept-ch']).toBe('Sec-CH-UA-Platform-Version')
})

test('[control 8] the agent of an old system is told, and the bank by a figure', async () => {
  const token = await telling.signIn(mobile)
  const asked = (version: string) =>
    telling.call('getOutages', { username: mobile }, { token, ...windows(version) })
  expect(await asked('10.0.0')).toMatchObject({
    oldSystem: { system: 'Windows 10', endedOn: '2025-10-14' },
  })
  expect(await asked('15.0.0')).not.toHaveProperty('oldSystem')
  const check = await telling.call('checkUser', { username: mobile }, windows('10.0.0'))
  expect(check.response.success).toBe(true)
  const { payload } = await telling.app.inject({ method: 'GET', url: '/metrics' })
  expect(payload).toContain('ekyc_log_ins_by_system_total{system="other",updates="unknown"} 1')
})

test('[control 8] where the bank refuses old systems, the log-in says so before the password', async () => {
  for (const call of ['checkUser', 'login'] as const) {
    const body = { username: mobile, password: 'x', otpDetails: null }
    const refused = await refusing.call(call, body, windows('10.0.0'))
    expect(refused).toMatchObject({
      response: {
        success: false,
        code: 'system_not_supported',
        displayMsg: expect.stringContaining('gets no security updates') as string,
      },
    })
  }
  expect(await refusing.signIn(mobile)).toMatch(/./)
})
