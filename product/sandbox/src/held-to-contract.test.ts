import { createHmac, randomUUID } from 'node:crypto'

import {
  ConsentRevoked,
  Customer,
  KnownReference,
  KycFailed,
  KycResult,
  TestEvent,
  UnknownReference,
} from '@ekyc/contract/bank'
import { SmsMessage } from '@ekyc/contract/sms'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'

import { createBank } from './bank/bank.ts'
import { createSms } from './sms/sms.ts'
import { testTime } from './authority/testing/test-time.ts'
import { served } from './testing/served.ts'

const key = 'of the bank, and long enough'
const now = () => new Date(testTime)
const url = await served([...createBank({ secret: key, now }), ...createSms({ key, now })])

async function post(path: string, message: object): Promise<{ status: number; body: unknown }> {
  const body = JSON.stringify(message)
  const id = randomUUID()
  const timestamp = String(Math.floor(testTime / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}

function faults(schema: TSchema, value: unknown): string[] {
  return [...Value.Errors(schema, value)].map(({ instancePath, message }) => `${instancePath} ${message}`)
}

describe("the sandbox's bank answers as the contract says", () => {
  test.each([
    ['/bank/references/look', 'DBS10001', 200, KnownReference],
    ['/bank/references/look', 'DBS90001', 404, UnknownReference],
    ['/bank/references/look', '', 404, UnknownReference],
    ['/bank/references/customer', 'DBS10001', 200, Customer],
  ])('%s %s: HTTP %i', async (path, reference, status, schema) => {
    const answer = await post(path, { reference })
    expect(answer.status).toBe(status)
    expect(faults(schema, answer.body)).toEqual([])
  })
})

const result: KycResult = {
  id: randomUUID(),
  type: 'kyc.result',
  orderId: randomUUID(),
  reference: 'DBS10001',
  transactionId: 'UKC:0001',
  outcome: 'KYC_SUCCESS',
  completedOn: '2026-01-15T10:20:30.000Z',
  eKyc: {
    maskedId: 'XXXXXXXX1234',
    uidToken: 'token',
    name: 'Asha Bose',
    dateOfBirth: '01-01-1990',
    gender: 'F',
    address: { vtc: 'Sinnar' },
    photo: 'aGVsbG8=',
    keepUntil: '2026-02-15T10:20:30.000Z',
  },
}

const failure: KycFailed = {
  id: randomUUID(),
  type: 'kyc.failed',
  orderId: randomUUID(),
  reference: 'DBS20001',
  transactionId: 'UKC:0002',
  outcome: 'KYC_FAILURE',
  completedOn: '2026-01-15T10:20:30.000Z',
  code: 'fingerprint_not_matched',
  errorCode: '300',
}

describe('the sandbox takes what the contract sends, and misses what it must not lack', () => {
  const sent: [path: string, schema: TSchema, message: object, essential: string[]][] = [
    [
      '/bank/kyc-results',
      KycResult,
      result,
      ['id', 'type', 'orderId', 'reference', 'transactionId', 'outcome'],
    ],
    [
      '/bank/kyc-results',
      KycFailed,
      failure,
      ['id', 'type', 'orderId', 'reference', 'transactionId', 'outcome', 'code'],
    ],
    [
      '/bank/kyc-results',
      ConsentRevoked,
      {
        id: randomUUID(),
        type: 'consent.revoked',
        acknowledgement: 'CW-20270310-0A1B2C3D',
        reference: 'DBS10001',
        transactionIds: ['UKC:1'],
        revokedOn: result.completedOn,
      },
      ['id', 'type', 'acknowledgement', 'reference'],
    ],
    [
      '/bank/kyc-results',
      TestEvent,
      { id: randomUUID(), type: 'test', sentOn: result.completedOn },
      ['id', 'type'],
    ],
    [
      '/sms/messages',
      SmsMessage,
      { id: randomUUID(), to: '9000000002', text: 'hello' },
      ['id', 'to', 'text'],
    ],
  ]

  test.each(sent)('%s', async (path, schema, message, essential) => {
    expect(faults(schema, message)).toEqual([])
    expect((await post(path, message)).status).toBeLessThan(300)
    for (const field of essential) {
      const lacking = { ...message, [field]: undefined }
      expect(faults(schema, lacking)).not.toEqual([])
      expect((await post(path, lacking)).status).toBe(400)
    }
  })
})
