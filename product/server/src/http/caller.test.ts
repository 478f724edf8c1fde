import { describe, expect, test } from 'vitest'

import { collectingLog } from '../../testing/collecting-log.ts'
import { serverOfFile, serverOfTest } from '../../testing/test-server.ts'
import { hourMs } from '../domain/clocks.ts'
import { networksOfAddress } from './caller.ts'

const server = await serverOfFile({ trustedProxies: ['10.0.0.0/24'] })

async function addressOf(forwarded: string, from = '10.0.0.1'): Promise<string> {
  const answer = await server.call(
    'getAddress',
    {},
    { address: from, headers: { 'x-forwarded-for': forwarded } },
  )
  return answer['ipAddress']
}

describe('[rule 13] what a trusted proxy forwards', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['evil', '10.0.0.1'],
    ['203.0.113.7:1111', '10.0.0.1'],
    ['[2001:db8::7]', '10.0.0.1'],
    ['203.0.113.7.5', '10.0.0.1'],
    ['unknown', '10.0.0.1'],
    ['', '10.0.0.1'],
    ['198.51.100.9, evil', '10.0.0.1'],
    ['evil, 198.51.100.9', '198.51.100.9'],
    ['evil, 10.0.0.2', '10.0.0.2'],
  ])("'%s' is the address %s", async (forwarded, address) => {
    expect(await addressOf(forwarded)).toBe(address)
    expect(await addressOf(forwarded, '192.0.2.5')).toBe('192.0.2.5')
  })
})

test.each([
  ['192.0.2.1', '192.0.2.1', '192.0.2.0/24'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['fe80::1', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
])('%s counts as %s, and as %s', (address, network, widerNetwork) => {
  expect(networksOfAddress(address)).toEqual({ network, widerNetwork })
})

test('a proxy that nobody named is told of, once an hour; one that is named is not', async () => {
  const collected = collectingLog('warn')
  const naming = await serverOfTest(
    { databaseUrl: server.databaseUrl, trustedProxies: ['10.0.0.1'] },
    { log: collected.log },
  )
  const call = (address: string, headers: Record<string, string> = {}) =>
    naming.call('checkUser', { username: '9500000001' }, { address, headers })
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

  naming.clock.advance(hourMs)
  await call('10.0.0.3', forwarded)
  expect(warnedPeers()).toEqual(['10.0.0.2', '10.0.0.3'])
})
