import * as fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Pointer, Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'

import type { CallName } from './calls.ts'
import { shapes } from './shapes.ts'
import { timeframes } from './words.ts'

const mobile = '9000000001'
const envelope = { header: {}, device: {} }
const otpDetails = {
  otpRefId: 'handle',
  expiresOn: '2027-03-10T06:30:00.000Z',
  resendAfter: 60,
  triesLeft: 5,
  sentTo: '90••••••01',
}
const biometricDeviceInfo = {
  Hmac: 'aGFzaA==',
  deviceid: 'device',
  devicever: '1.0',
  meta: { udc: 'PC-1', rdsId: 'BANK.001', rdsVer: '1.0', dpId: 'MAKER', dc: 'code', mi: 'MODEL', mc: 'bWM=' },
  refcode: 'DBS10001',
  reqid: 'request',
  roid: mobile,
  serialno: '',
  skey: { ci: '20280101', value: 'c2tleQ==' },
  tid: 'registered',
  ts: '2027-03-10T12:00:00',
  data: { type: 'X', value: 'ZGF0YQ==' },
}

const credential = { id: 'aWQ', rawId: 'aWQ', type: 'public-key' }
const clientDataJSON = 'e30'
const opened = { token: 't', expiresIn: 1, otpRequired: false, otpDetails: null }

const order = {
  id: 'order',
  status: 'KYC_SUCCESS',
  createdOn: '2027-03-10T06:30:00.000Z',
  transactionId: 'UKC:1',
  tpsMsg: 'Identity verified',
  dbsRefCode: 'DBS10001',
}

/** A request and an answer of each call that have every field which is not optional, and no other. */
const examples: Record<CallName, { request: object; answer: object }> = {
  checkUser: { request: { ...envelope, username: mobile }, answer: { otpRequired: true, otpDetails } },
  resetPassword: { request: { ...envelope, username: mobile }, answer: { otpDetails } },
  setPassword: {
    request: {
      ...envelope,
      username: mobile,
      otpDetails: { otpRefId: 'handle', otp: '012345' },
      newPassword: 'YQ==',
    },
    answer: {},
  },
  login: {
    request: { ...envelope, username: mobile, password: 'YQ==' },
    answer: { token: 'token', expiresIn: 600_000_000, otpRequired: false, otpDetails: null },
  },
  getProfile: {
    request: { ...envelope, username: mobile },
    answer: {
      user: {
        name: 'Asha Verma',
        mobile,
        email: '',
        address: { addressLine1: '', addressLine2: '' },
        assignedRoles: ['DBS_AGENT'],
      },
    },
  },
  getRole: { request: { roleId: 'DBS_AGENT' }, answer: { roleId: 'DBS_AGENT', privileges: ['DO_EKYC_APP'] } },
  getStatistics: {
    request: { ...envelope, id: mobile, timeframe: '12M' },
    answer: {
      userStatistics: [{ aggregateOn: '2027-03', data: { KYC_SUCCESS: 3, KYC_FAILURE: 1, LOGIN: 2 } }],
    },
  },
  findOrders: {
    request: { ...envelope, username: mobile, query: '' },
    answer: { orders: [order], after: 'order' },
  },
  getOrder: {
    request: { ...envelope, username: mobile, orderId: 'order' },
    answer: {
      order: {
        ...order,
        completedOn: '2027-03-10T06:30:02.000Z',
        code: 'finger_not_matched',
        authority: { source: 'authentication', code: '300', action: '' },
        consent: { version: '1', language: 'en', givenOn: '2027-03-10T06:30:00.000Z' },
        device: { dpId: 'MANTRA.MSIPL', rdsId: 'MANTRA.WIN.001', rdsVer: '1.0.8', mi: 'MFS110' },
      },
    },
  },
  getScore: {
    request: { ...envelope, username: mobile },
    answer: {
      month: '2027-03',
      success: 3,
      failure: 1,
      reasons: [{ code: 'fingerprint_not_matched', count: 1 }],
    },
  },
  getOutages: {
    request: { ...envelope, username: mobile },
    answer: { outages: [{ service: 'authority', since: '2027-03-10T06:30:00.000Z' }] },
  },
  listOrders: {
    request: { ...envelope, username: mobile, pageNo: 1 },
    answer: {
      orders: [order],
      totalPages: 1,
      totalItems: 1,
      currentPage: 1,
    },
  },
  checkReference: {
    request: { ...envelope, mobile, dbsRefCode: 'DBS10001', username: mobile },
    answer: {
      orderId: 'order',
      createdOn: '2027-03-10T06:30:00.000Z',
      biometricConstants: { wadh: 'd2FkaA==' },
    },
  },
  submitOrder: {
    request: {
      ...envelope,
      username: mobile,
      sessionId: 'session',
      roid: mobile,
      orderId: 'order',
      biometricDeviceInfo,
    },
    answer: { transactionId: 'UKC:1' },
  },
  getSecurity: {
    request: { ...envelope, username: mobile },
    answer: {
      passkeys: [
        {
          id: 'aWQ',
          name: '',
          createdOn: '2027-03-10T06:30:00.000Z',
          lastUsedOn: '2027-03-10T06:30:00.000Z',
        },
      ],
      sessions: [
        {
          id: '47f0fb4f79a1',
          browser: '',
          os: '',
          openedOn: '2027-03-10T06:30:00.000Z',
          lastSeenOn: '2027-03-10T06:30:00.000Z',
          isCurrent: true,
        },
      ],
    },
  },
  endSession: { request: { ...envelope, username: mobile, id: '47f0fb4f79a1' }, answer: {} },
  endOtherSessions: { request: { ...envelope, username: mobile }, answer: { ended: 2 } },
  sendPasskeyOtp: { request: { ...envelope, username: mobile }, answer: { otpDetails } },
  startPasskeyProof: {
    request: { ...envelope, username: mobile },
    answer: {
      options: {
        rpId: 'localhost',
        challenge: 'Y2hhbGxlbmdl',
        timeout: 300_000,
        userVerification: 'required',
      },
    },
  },
  removePasskey: { request: { ...envelope, username: mobile, id: 'aWQ' }, answer: {} },
  startPasskey: {
    request: { ...envelope, username: mobile },
    answer: {
      options: {
        rp: { id: 'localhost', name: 'Agent eKYC' },
        user: { id: 'aWQ', name: mobile, displayName: 'Asha Verma' },
        challenge: 'Y2hhbGxlbmdl',
        pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
        timeout: 300_000,
        excludeCredentials: [{ id: 'aWQ', type: 'public-key' }],
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      },
    },
  },
  addPasskey: {
    request: {
      ...envelope,
      username: mobile,
      credential: { ...credential, response: { clientDataJSON, attestationObject: 'oA' } },
    },
    answer: {},
  },
  startPasskeyLogin: {
    request: { ...envelope, username: mobile },
    answer: {
      options: {
        rpId: 'localhost',
        challenge: 'Y2hhbGxlbmdl',
        timeout: 300_000,
        userVerification: 'required',
      },
    },
  },
  loginByPasskey: {
    request: {
      ...envelope,
      username: mobile,
      credential: {
        ...credential,
        response: { clientDataJSON, authenticatorData: 'oA', signature: 'oA' },
      },
    },
    answer: opened,
  },
  logout: { request: envelope, answer: {} },
  getAddress: { request: {}, answer: { ipAddress: '192.0.2.1' } },
}
const shapesOfCalls = Object.keys(examples).flatMap(name =>
  (['request', 'answer'] as const).map(kind => ({ name: name as CallName, kind })),
)

describe.each(shapesOfCalls)('the $kind of $name', ({ name, kind }) => {
  const example = examples[name][kind]
  const shape: TSchema = shapes[name][kind]
  const accepts = (value: unknown) => Value.Check(shape, value)

  test('may have fields that nobody knows', () => {
    expect(accepts(example)).toBe(true)
    expect(accepts({ ...example, other: 1 })).toBe(true)
  })

  test('must be an object with every field', () => {
    expect(accepts(null)).toBe(false)
    const dispensable = (field: string) => accepts(Pointer.Delete(structuredClone(example), field))
    expect(fieldsOf(example).filter(dispensable)).toEqual([])
  })

  test('takes true for a boolean field alone', () => {
    const takesTrue = (field: string) => accepts(Pointer.Set(structuredClone(example), field, true))
    const booleans = fieldsOf(example).filter(field => typeof Pointer.Get(example, field) === 'boolean')
    expect(fieldsOf(example).filter(takesTrue)).toEqual(booleans)
  })
})

/** Optional fields of requests. */
const optional: Partial<Record<CallName, object>> = {
  login: { otpDetails: null },
  listOrders: { from: '2027-03-01', to: '2027-03-10', status: 'KYC_SUCCESS' },
  findOrders: { from: '2027-03-01', to: '2027-03-10', status: '', after: 'order' },
  submitOrder: { consent: { version: '1', language: 'en', givenOn: '2027-03-10T06:30:00.000Z' } },
}

type Field = [call: CallName, field: string]
type Text = [...Field, shortest: number, longest: number]

/** Fields of text in one line. */
const lines: Text[] = [
  ['setPassword', '/otpDetails/otpRefId', 1, 64],
  ['getRole', '/roleId', 1, 64],
  ['listOrders', '/from', 0, 40],
  ['listOrders', '/to', 0, 40],
  ['findOrders', '/query', 0, 64],
  ['findOrders', '/from', 0, 40],
  ['findOrders', '/to', 0, 40],
  ['findOrders', '/after', 0, 64],
  ['getOrder', '/orderId', 1, 64],
  ['checkReference', '/dbsRefCode', 1, 64],
  ['submitOrder', '/sessionId', 0, 128],
  ['submitOrder', '/orderId', 1, 64],
  ['submitOrder', '/biometricDeviceInfo/deviceid', 0, 128],
  ['submitOrder', '/biometricDeviceInfo/devicever', 0, 64],
  ['submitOrder', '/biometricDeviceInfo/meta/udc', 0, 64],
  ['submitOrder', '/biometricDeviceInfo/meta/rdsId', 0, 64],
  ['submitOrder', '/biometricDeviceInfo/meta/rdsVer', 0, 64],
  ['submitOrder', '/biometricDeviceInfo/meta/dpId', 0, 64],
  ['submitOrder', '/biometricDeviceInfo/meta/dc', 0, 64],
  ['submitOrder', '/biometricDeviceInfo/meta/mi', 0, 64],
  ['submitOrder', '/biometricDeviceInfo/refcode', 0, 64],
  ['submitOrder', '/biometricDeviceInfo/reqid', 0, 128],
  ['submitOrder', '/biometricDeviceInfo/serialno', 0, 128],
  ['submitOrder', '/biometricDeviceInfo/skey/ci', 0, 16],
  ['submitOrder', '/biometricDeviceInfo/tid', 0, 32],
  ['submitOrder', '/biometricDeviceInfo/ts', 0, 64],
  ['submitOrder', '/biometricDeviceInfo/data/type', 0, 8],
  ['submitOrder', '/consent/version', 1, 32],
  ['submitOrder', '/consent/language', 1, 16],
  ['submitOrder', '/consent/givenOn', 1, 40],
]
/** Fields that their senders may wrap. */
const wrapped: Text[] = [
  ['setPassword', '/newPassword', 1, 512],
  ['login', '/password', 1, 512],
  ['submitOrder', '/biometricDeviceInfo/Hmac', 1, 256],
  ['submitOrder', '/biometricDeviceInfo/meta/mc', 0, 8_192],
  ['submitOrder', '/biometricDeviceInfo/skey/value', 1, 1_024],
  ['submitOrder', '/biometricDeviceInfo/data/value', 1, 200_000],
]
const mobiles: Field[] = [
  ['checkUser', '/username'],
  ['getStatistics', '/id'],
  ['checkReference', '/mobile'],
  ['submitOrder', '/roid'],
  ['submitOrder', '/biometricDeviceInfo/roid'],
]

test.each([...lines, ...wrapped])(
  '%s takes text at %s, of %i to %i characters',
  (call, field, shortest, longest) => {
    const takes = (length: number) => takesRequest(call, field, 'x'.repeat(length))
    expect([takes(shortest), takes(longest), takes(longest + 1)]).toEqual([true, true, false])
    expect(takes(0)).toBe(shortest === 0)
  },
)

test.each(lines)('%s refuses control characters and lone surrogates at %s', (call, field) => {
  const clean = fc.string({ unit: 'binary', maxLength: 3 }).filter(text => !/\p{Cc}/u.test(text))
  const forbidden = fc
    .oneof(
      fc.integer({ min: 0, max: 0x1f }),
      fc.integer({ min: 0x7f, max: 0x9f }),
      fc.integer({ min: 0xd800, max: 0xdfff }),
    )
    .map(code => String.fromCharCode(code))
  fc.assert(
    fc.property(clean, forbidden, clean, (head, character, tail) => {
      expect(takesRequest(call, field, `x${head}${tail}`)).toBe(true)
      expect(takesRequest(call, field, `x${head}${character}${tail}`)).toBe(false)
    }),
  )
})

test.each(wrapped)('%s takes line breaks at %s', (call, field) => {
  expect(takesRequest(call, field, 'a\r\nb')).toBe(true)
})

test.each(mobiles)('%s takes a mobile number alone at %s', (call, field) => {
  expect(takesRequest(call, field, '9876543210')).toBe(true)
  for (const wrong of ['900000000', '90000000011', '900000000x', '', 9_000_000_001])
    expect(takesRequest(call, field, wrong)).toBe(false)
})

test('setPassword takes a one-time password of six digits alone', () => {
  for (const [otp, holds] of [
    ['000000', true],
    ['12345', false],
    ['1234567', false],
    ['12345x', false],
  ])
    expect(takesRequest('setPassword', '/otpDetails/otp', otp)).toBe(holds)
})

test('listOrders takes whole pages from 1 to a million, and null for a day without a bound', () => {
  for (const page of [1, 1_000_000]) expect(takesRequest('listOrders', '/pageNo', page)).toBe(true)
  for (const page of [0, -1, 1.5, 1_000_001, '1'])
    expect(takesRequest('listOrders', '/pageNo', page)).toBe(false)
  for (const bound of ['/from', '/to']) expect(takesRequest('listOrders', bound, null)).toBe(true)
})

test.each(['listOrders', 'findOrders'] as const)('%s takes a final status, or none', call => {
  for (const status of ['KYC_SUCCESS', 'KYC_FAILURE', '', null])
    expect(takesRequest(call, '/status', status)).toBe(true)
  for (const status of ['INIT', 'DONE']) expect(takesRequest(call, '/status', status)).toBe(false)
})

test('submitOrder takes the time of a capture as a number too', () => {
  expect(takesRequest('submitOrder', '/biometricDeviceInfo/ts', 1_804_660_200)).toBe(true)
})

test('login takes otpDetails that are null or an object', () => {
  const takes = [null, {}, 'text'].map(value => takesRequest('login', '/otpDetails', value))
  expect(takes).toEqual([true, true, false])
})

test('getStatistics takes the timeframes of the list alone', () => {
  for (const timeframe of timeframes)
    expect(takesRequest('getStatistics', '/timeframe', timeframe)).toBe(true)
  expect(takesRequest('getStatistics', '/timeframe', '2M')).toBe(false)
})

test.each([
  ['checkUser', '/otpDetails', null, true],
  ['checkUser', '/otpDetails/expiresOn', 'tomorrow', false],
  ['listOrders', '/orders/0/status', 'INIT', true],
  ['listOrders', '/orders/0/status', 'DONE', false],
  ['listOrders', '/orders/0/createdOn', 'yesterday', false],
  ['listOrders', '/orders', [], true],
  ['findOrders', '/after', null, true],
  ['findOrders', '/orders', Array.from({ length: 101 }, () => order), false],
  ['getOrder', '/order/completedOn', null, true],
  ['getOrder', '/order/completedOn', 'later', false],
  ['getOrder', '/order/authority', null, true],
  ['getOrder', '/order/consent', null, true],
  ['getOrder', '/order/device', null, true],
  ['listOrders', '/totalItems', 1.5, false],
  ['getRole', '/privileges/0', 'EVERYTHING', false],
  ['getStatistics', '/userStatistics/0/data/LOGIN', 1.5, false],
  ['getScore', '/reasons/0/code', 'wrong_password', false],
  ['getOutages', '/outages/0/service', 'sms', false],
] satisfies [...Field, unknown, boolean][])(
  'the answer of %s with %s as %j: %s',
  (call, field, value, holds) => {
    const answer = Pointer.Set(structuredClone(examples[call].answer), field, value)
    expect(Value.Check(shapes[call].answer as TSchema, answer)).toBe(holds)
  },
)

function takesRequest(call: CallName, field: string, value: unknown): boolean {
  const request = structuredClone({ ...examples[call].request, ...optional[call] })
  return Value.Check(shapes[call].request as TSchema, Pointer.Set(request, field, value))
}

/** Returns the pointer of every field in objects, also in objects within arrays. */
function fieldsOf(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = `${pointer}/${name}`
    return [...(Array.isArray(value) ? [] : [field]), ...fieldsOf(inner, field)]
  })
}
