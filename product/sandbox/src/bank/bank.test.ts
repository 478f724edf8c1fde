import { createHmac } from 'node:crypto'

import { beforeEach, describe, expect, test } from 'vitest'

import { personByReference } from '../people/people.ts'
import { served } from '../testing/served.ts'
import { createBank } from './bank.ts'
import { testTime } from '../authority/testing/test-time.ts'

const secret = 'whsec_c2VjcmV0IG9mIHRoZSBiYW5r'
const url = `${await served(createBank({ secret, now: () => new Date(testTime) }))}/bank`

beforeEach(() => fetch(url, { method: 'DELETE' }))

function signedHeaders(
  body: string,
  changes: { key?: string; seconds?: number; id?: string } = {},
): Record<string, string> {
  const id = changes.id ?? 'msg_1'
  const timestamp = String(Math.floor(testTime / 1000) + (changes.seconds ?? 0))
  const key = Buffer.from(changes.key ?? 'secret of the bank')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

function post(path: string, body: unknown, changes?: Parameters<typeof signedHeaders>[1]): Promise<Response> {
  const text = JSON.stringify(body)
  return fetch(url + path, { method: 'POST', headers: signedHeaders(text, changes), body: text })
}

describe('references', () => {
  test('lead to the id number of the customer, only when that is asked for', async () => {
    const look = await (await post('/references/look', { reference: 'DBS20001' })).text()
    const customer = await post('/references/customer', { reference: 'DBS20001' })
    const { idNumber } = personByReference('DBS20001') ?? { idNumber: '' }
    expect(look).not.toContain(idNumber)
    expect(await customer.json()).toEqual({
      kind: 'number',
      value: idNumber,
      phone: '8000020001',
      language: expect.any(String),
      lastDigits: idNumber.slice(-4),
    })
    expect((await post('/references/customer', { reference: 'nobody' })).status).toBe(404)
  })
})

describe('a request is refused with 401', () => {
  const body = JSON.stringify({ reference: 'DBS10001' })
  const look = (headers: HeadersInit, sent = body): Promise<Response> =>
    fetch(`${url}/references/look`, { method: 'POST', headers, body: sent })

  test.each([
    ['without a signature', {}, body],
    ['signed with another secret', signedHeaders(body, { key: 'another' }), body],
    ['from more than 5 minutes ago', signedHeaders(body, { seconds: -310 }), body],
    ['from more than 5 minutes ahead', signedHeaders(body, { seconds: 310 }), body],
    ['signed for another body', signedHeaders(body), JSON.stringify({ reference: 'DBS10002' })],
    ['signed for another id', { ...signedHeaders(body), 'webhook-id': 'other' }, body],
    ['of another version', { ...signedHeaders(body), 'webhook-signature': 'v2,AAAA' }, body],
  ])('%s', async (_, headers, sent) => {
    expect((await look(headers, sent)).status).toBe(401)
  })

  test('but not when one of several signatures is right', async () => {
    const right = new Headers(signedHeaders(body))
    right.set('webhook-signature', `v1,AAAA ${right.get('webhook-signature')}`)
    expect((await look(right)).status).toBe(200)
  })
})

describe('KYC results', () => {
  const result = (id: string): object => ({
    id,
    type: 'kyc.result',
    orderId: 'order-1',
    reference: 'DBS10001',
    transactionId: 'UKC:1',
    outcome: 'KYC_SUCCESS',
    completedOn: '2026-01-15T10:20:30.000Z',
    eKyc: { maskedId: 'XXXXXXXX1234', name: 'Asha Bose', photo: 'aGVsbG8=', address: { vtc: 'Sinnar' } },
  })
  const received = async (): Promise<Record<string, string>[]> =>
    (await fetch(`${url}/kyc-results`)).json() as Promise<Record<string, string>[]>

  test('are acknowledged, shown without photo and address, and counted once', async () => {
    expect((await post('/kyc-results', result('first'))).status).toBe(204)
    expect((await post('/kyc-results', result('first'), { id: 'msg_2' })).status).toBe(204)
    expect((await post('/kyc-results', result('second'))).status).toBe(204)
    const all = await received()
    expect(all.map(one => one['id'])).toEqual(['first', 'second'])
    expect(all[0]).toMatchObject({ orderId: 'order-1', maskedId: 'XXXXXXXX1234', name: 'Asha Bose' })
    expect(JSON.stringify(all)).not.toMatch(/aGVsbG8=|Sinnar/)
  })

  test('that lack a field are refused by its name', async () => {
    const answer = await post('/kyc-results', { ...result('third'), orderId: '' })
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'orderId is missing' }])
  })

  test('are told apart from test events by their type', async () => {
    expect((await post('/kyc-results', { id: 'try-1', type: 'test' })).status).toBe(204)
    const tried = (await (await fetch(`${url}/test-events`)).json()) as { id: string }[]
    expect(tried.map(({ id }) => id)).toEqual(['try-1'])
    expect((await received()).map(one => one['id'])).not.toContain('try-1')
  })

  test('are not taken while the bank is told to fail, but are when only the answer gets lost', async () => {
    await fetch(url, { method: 'PUT', body: JSON.stringify({ httpStatus: 500 }) })
    expect((await post('/kyc-results', result('refused'))).status).toBe(500)
    await fetch(url, { method: 'PUT', body: JSON.stringify({ httpStatus: null, cut: true }) })
    await expect(post('/kyc-results', result('lost')).then(answer => answer.text())).rejects.toThrow(
      'terminated',
    )
    const ids = (await received()).map(one => one['id'])
    expect(ids).not.toContain('refused')
    expect(ids).toContain('lost')
  })
})
