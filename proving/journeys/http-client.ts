import { randomUUID } from 'node:crypto'

import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'

/**
 * A client of the portal's API, written only from product.md. It repeats the paths and bodies of the calls, so that a
 * test fails if a change would break the clients of other programmers.
 */
export type HttpClient = ReturnType<typeof createHttpClient>

// The fields of an answer have no types, because clients of the API in plain JavaScript have no types.
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = { status: number; response: { success: boolean; displayMsg: string }; [field: string]: any }

export function createHttpClient(address: string, mobile: string) {
  let token: string | undefined

  async function post(path: string, msgType: string, fields: object): Promise<Answer> {
    const answer = await fetch(`${address}/api/v1/dbs/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined
          ? {}
          : { authorization: `Bearer ${token}`, role: 'ROLE_RETAILER', 'client-id': mobile }),
      },
      body: JSON.stringify({
        header: {
          msgType,
          src: 'WEB',
          dst: 'ENT',
          channel: 'WEB',
          requestId: randomUUID(),
          datetime: new Date().toISOString(),
          traceId: randomUUID(),
          sessionId: 'session-1',
        },
        device: {
          type: 'PC',
          id: 'script',
          os: 'LINUX',
          osVer: '1',
          ip: '127.0.0.1',
          browser: 'none',
          location: { type: 'Point', coordinates: [0, 0] },
        },
        ...fields,
      }),
    })
    return { ...((await answer.json()) as Answer), status: answer.status }
  }

  return {
    mobile,
    post,
    check: () => post('user/check', 'CHECK_USER', { username: mobile }),
    async login(password: string) {
      const answer = await post('user/login/password', 'LOGIN', {
        username: mobile,
        password: encryptPassword(password, mobile),
        otpDetails: null,
      })
      token = answer['token'] as string | undefined
      return answer
    },
    setPassword: (otpDetails: object, otp: string, password: string) =>
      post('user/password/set', 'SET_PASSWORD', {
        username: mobile,
        otpDetails: { ...otpDetails, otp },
        newPassword: encryptPassword(password, mobile),
      }),
    checkReference: (dbsRefCode: string) =>
      post('ekyc/refcode/check/', 'CHECK_REF_NUMBER', { mobile, dbsRefCode, username: mobile }),
    submit: (orderId: string, biometricDeviceInfo: object) =>
      post('ekyc/order/submit', 'CREATE_KYC_ORDER', {
        username: mobile,
        sessionId: 'session-1',
        roid: mobile,
        orderId,
        biometricDeviceInfo,
      }),
    orders: () => post('ekyc/order/byUser', 'ORDER_HISTORY', { username: mobile, pageNo: 1 }),
    statistics: (timeframe: string) => post('mis/statistics/get', 'PROFILE', { id: mobile, timeframe }),
  }
}
