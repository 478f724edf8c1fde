import { calls, type CallName } from '@ekyc/contract/calls'

import { testCapture } from './test-capture.ts'

/** Every call of the contract that has a body. */
export const postCalls = (Object.keys(calls) as CallName[]).filter(name => calls[name].method === 'POST')

const credential = { id: 'aWQ', rawId: 'aWQ', type: 'public-key' }

/** The valid fields of a call's body beside header and device. */
export function bodyOfCall(
  name: CallName,
  phone: string,
  now: Date,
  orderId = '01890000-0000-7000-8000-000000000000',
): object {
  const bodies: Record<CallName, object> = {
    checkUser: { username: phone },
    resetPassword: { username: phone },
    setPassword: { username: phone, otpDetails: { otpRefId: 'x', otp: '123456' }, newPassword: 'AAAA' },
    login: { username: phone, password: 'AAAA', otpDetails: null },
    getProfile: { username: phone },
    getRole: {},
    getStatistics: { id: phone, timeframe: '3M' },
    getScore: { username: phone },
    getOutages: { username: phone },
    listOrders: { username: phone, pageNo: 1 },
    findOrders: { username: phone, query: 'DBS10001' },
    getOrder: { username: phone, orderId },
    checkReference: { mobile: phone, dbsRefCode: 'DBS10001', username: phone },
    submitOrder: {
      username: phone,
      sessionId: 's',
      roid: phone,
      orderId,
      biometricDeviceInfo: testCapture(now, phone),
    },
    getSecurity: { username: phone },
    endSession: { username: phone, id: '0123456789ab' },
    endOtherSessions: { username: phone },
    sendPasskeyOtp: { username: phone },
    startPasskeyProof: { username: phone },
    startPasskey: { username: phone, otpDetails: { otpRefId: 'x', otp: '123456' } },
    removePasskey: { username: phone, id: 'aWQ' },
    addPasskey: {
      username: phone,
      credential: { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
    },
    startPasskeyLogin: { username: phone },
    loginByPasskey: {
      username: phone,
      credential: {
        ...credential,
        response: { clientDataJSON: 'e30', authenticatorData: 'oA', signature: 'oA' },
      },
    },
    logout: {},
    getAddress: {},
  }
  return bodies[name]
}
