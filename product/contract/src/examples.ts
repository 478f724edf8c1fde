import { calls, type CallName } from './calls.ts'
import { indiaDateTime } from './india-time.ts'
import type { AnswerOf, Order, RequestOf } from './shapes.ts'

/** This module contains one sample of each call, for the OpenAPI document, the tests and the fuzzer. */

const demoMobile = '9000000001'
const moment = '2026-11-22T04:45:00.000Z'
const demoOrderId = '01986f3a-7c00-7d5e-8a51-0c6a3e2f9b10'
const transactionId = 'UKC:4c1de6b1a0d94f0f8a3f5f2f6f0f7a11'

const challenge = 'p3xYw9c2Tq6LZ0vHn5sJdA8kRb1mUeGfXoCiVtQyNwE'
const credential = {
  id: 'mJk0c2l6Y4mV1m8xqvQkGQ',
  rawId: 'mJk0c2l6Y4mV1m8xqvQkGQ',
  type: 'public-key',
} as const
const clientDataJSON = btoa(JSON.stringify({ challenge })).replaceAll('=', '')

const otpDetails = {
  otpRefId: 'mJk0c2l6Y4mV1m8xqvQkGQ',
  expiresOn: '2026-11-22T04:50:00.000Z',
  resendAfter: 60,
  triesLeft: 5,
  sentTo: 'XXXXXX0001',
  mark: '42',
}

const session = {
  token: 'q0y5T6c8Q1m3x7Jt2bV9rZkLwNfHsDgAeUiOpYxCvBn',
  expiresIn: 600_000_000,
  otpRequired: false,
  otpDetails: null,
}

const order: Order = {
  id: demoOrderId,
  status: 'KYC_SUCCESS',
  createdOn: moment,
  transactionId,
  tpsMsg: 'Identity verified',
  dbsRefCode: 'DBS10001',
}

/** The sample answers. Each contains the fields of a success without `response`. */
export const answerExamples: { [N in CallName]: AnswerOf<N> } = {
  checkUser: { otpRequired: false, otpDetails: null },
  resetPassword: { otpDetails },
  setPassword: {},
  login: session,
  getSecurity: {
    passkeys: [{ id: credential.id, name: 'Chrome on Windows', createdOn: moment, lastUsedOn: null }],
    sessions: [
      {
        id: '47f0fb4f79a1',
        browser: 'Chrome',
        os: 'Windows',
        openedOn: moment,
        lastSeenOn: moment,
        isCurrent: true,
      },
    ],
  },
  endSession: {},
  endOtherSessions: { ended: 2 },
  sendPasskeyOtp: { otpDetails },
  startPasskeyProof: {
    options: { rpId: 'localhost', challenge, timeout: 300_000, userVerification: 'required' },
  },
  removePasskey: {},
  startPasskey: {
    options: {
      rp: { id: 'localhost', name: 'Agent eKYC' },
      user: { id: 'AZhvOnwAfV6KUQxqPi-bEA', name: demoMobile, displayName: 'Asha Verma' },
      challenge,
      pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
  },
  addPasskey: {},
  startPasskeyLogin: {
    options: { rpId: 'localhost', challenge, timeout: 300_000, userVerification: 'required' },
  },
  loginByPasskey: session,
  getProfile: {
    user: {
      name: 'Asha Verma',
      mobile: demoMobile,
      email: 'asha.verma@agents.example',
      address: { addressLine1: '12 Station Road', addressLine2: 'Pune 411001' },
      assignedRoles: ['DBS_AGENT'],
    },
  },
  getRole: { roleId: 'DBS_AGENT', privileges: ['VIEW_APP_DASHBOARD', 'DO_EKYC_APP', 'SET_NEW_PASSWORD'] },
  getStatistics: {
    userStatistics: [{ aggregateOn: '2026-11', data: { KYC_SUCCESS: 41, KYC_FAILURE: 7, LOGIN: 18 } }],
  },
  getOutages: { outages: [{ service: 'authority', since: moment }] },
  listOrders: {
    orders: [order],
    totalPages: 1,
    totalItems: 1,
    currentPage: 1,
  },
  findOrders: { orders: [order], after: null },
  getOrder: {
    order: {
      ...order,
      completedOn: moment,
      code: '',
      authority: null,
      consent: { version: '2', language: 'en', givenOn: moment },
      device: { dpId: 'IDEMIA.SMARTCHIP', rdsId: 'IDEMIA.WIN.001', rdsVer: '1.2.8', mi: 'MSO1300E3L1SW' },
    },
  },
  checkReference: {
    orderId: demoOrderId,
    createdOn: moment,
    biometricConstants: { wadh: 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc=' },
  },
  submitOrder: { transactionId },
  recordException: {
    exception: {
      reason: 'worn',
      openedOn: moment,
      dueBy: '2026-12-01T09:30:00.000Z',
      tries: 5,
      decision: null,
    },
  },
  logout: {},
  getAddress: { ipAddress: '203.0.113.9' },
}

/** The facts of a sample request. By default they are those of the sandbox's first demo agent. */
type SampleFacts = {
  /** The time in the request. Encrypted passwords are valid on the India date of this time. */
  now: Date
  mobile?: string
  orderId?: string
  /** Encrypts a password of the agent in the way that clients do. */
  encrypt?: (password: string) => string
}

export function requestExample(name: CallName, facts: SampleFacts): object {
  return {
    header: {
      msgType: calls[name].msgType,
      src: 'WEB',
      dst: 'ENT',
      channel: 'WEB',
      requestId: '7d1f0b8e-5a52-4f0e-9b57-3a8a1c6f2d40',
      datetime: facts.now.toISOString(),
      traceId: '0af7651916cd43dd8448eb211c80319c',
      sessionId: 'session-1',
    },
    device: {
      type: 'PC',
      id: 'device-1',
      os: 'LINUX',
      osVer: '6.1',
      ip: '127.0.0.1',
      browser: 'Chromium',
      location: { type: 'Point', coordinates: [0, 0] },
    },
    ...requestFields(name, facts),
  }
}

/** Builds the fields of the body without `header` and `device`; for a GET call, its parameters. */
export function requestFields<N extends CallName>(name: N, facts: SampleFacts): RequestOf<N> {
  const { now, mobile = demoMobile, orderId = demoOrderId, encrypt = () => 'AAAA' } = facts
  const fields: { [Name in CallName]: RequestOf<Name> } = {
    checkUser: { username: mobile },
    resetPassword: { username: mobile },
    setPassword: {
      username: mobile,
      otpDetails: { otpRefId: otpDetails.otpRefId, otp: '123456' },
      newPassword: encrypt('Agent@2027'),
    },
    login: { username: mobile, password: encrypt('Agent@2026'), otpDetails: null },
    getSecurity: { username: mobile },
    endSession: { username: mobile, id: '47f0fb4f79a1' },
    endOtherSessions: { username: mobile },
    sendPasskeyOtp: { username: mobile },
    startPasskeyProof: { username: mobile },
    startPasskey: { username: mobile, otpDetails: { otpRefId: otpDetails.otpRefId, otp: '123456' } },
    removePasskey: { username: mobile, id: credential.id },
    addPasskey: {
      username: mobile,
      credential: { ...credential, response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ' } },
    },
    startPasskeyLogin: { username: mobile },
    loginByPasskey: {
      username: mobile,
      credential: {
        ...credential,
        response: {
          clientDataJSON,
          authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4',
          signature: 'MEUCIQDExample',
        },
      },
    },
    getProfile: { username: mobile },
    getStatistics: { id: mobile, timeframe: '3M' },
    getOutages: { username: mobile },
    listOrders: { username: mobile, pageNo: 1, from: null, to: null },
    findOrders: { username: mobile, query: 'DBS10001' },
    getOrder: { username: mobile, orderId },
    checkReference: { mobile, dbsRefCode: 'DBS10001', username: mobile },
    recordException: { username: mobile, orderId, reason: 'worn' },
    logout: {},
    getRole: { roleId: 'DBS_AGENT' },
    getAddress: {},
    submitOrder: {
      username: mobile,
      sessionId: 'session-1',
      roid: mobile,
      orderId,
      biometricDeviceInfo: captureExample(now, mobile),
    },
  }
  return fields[name]
}

/** Builds an example capture. Fixed text replaces the encrypted parts, because only a device can encrypt a finger. */
function captureExample(now: Date, roid: string): RequestOf<'submitOrder'>['biometricDeviceInfo'] {
  const ts = indiaDateTime(now)
  const sealed = (bytes: number) => btoa('example'.repeat(bytes).slice(0, bytes))
  return {
    Hmac: sealed(48),
    deviceid: '730a9b8c-1d2e-4f30-9142-5b0e6f1ac205',
    devicever: '1.2.8',
    meta: {
      udc: 'device-1',
      rdsId: 'IDEMIA.WIN.001',
      rdsVer: '1.2.8',
      dpId: 'IDEMIA.SMARTCHIP',
      dc: '730a9b8c-1d2e-4f30-9142-5b0e6f1ac205',
      mi: 'MSO1300E3L1SW',
      mc: sealed(90),
    },
    refcode: 'DBS10001',
    reqid: '7d1f0b8e-5a52-4f0e-9b57-3a8a1c6f2d40',
    roid,
    serialno: '2231I098765',
    skey: { ci: '20280813', value: sealed(256) },
    tid: 'registered',
    ts,
    data: { type: 'X', value: btoa(ts + 'example'.repeat(5)) },
  }
}
