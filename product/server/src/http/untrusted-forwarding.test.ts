import { expect, test } from 'vitest'

import { collectingLog } from '../../testing/collecting-log.ts'
import { serverOfTest } from '../../testing/test-server.ts'

const hourMs = 3_600_000

test('a proxy that nobody named is told of, once an hour; one that is named is not', async () => {
  const collected = collectingLog('warn')
  const server = await serverOfTest({ trustedProxies: ['10.0.0.1'] }, { log: collected.log })
  const call = (address: string, headers: Record<string, string> = {}) =>
    server.call('checkUser', { username: '9500000001' }, { address, headers })
  const warnedPeers = () =>
    collected
      .lines()
      .flatMap(line => (String(line['msg']).startsWith('X-Forwarded-For') ? [line['peer']] : []))
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }

  await call('10.0.0.2')
  await call('10.0.0.1', forwarded)
  expect(warnedPeers()).toEqual([])

  await call('10.0.0.2', forwarded)
  await call('10.0.0.3', forwarded)
  expect(warnedPeers()).toEqual(['10.0.0.2'])

  server.clock.advance(hourMs)
  await call('10.0.0.3', forwarded)
  expect(warnedPeers()).toEqual(['10.0.0.2', '10.0.0.3'])
})
