import { randomUUID } from 'node:crypto'

import { captureFingerprint } from '@ekyc/contract/testing/capture-fingerprint'
import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'

/**
 * A client of the portal's API, written only from product.md. It repeats the paths and bodies of the calls, so that a
 * test fails if a change would break the clients of other programmers.
 */
export type HttpClient = ReturnType<typeof createHttpClient>

export type HttpRequest = { path: string; headers: Record<string, string>; body: object }
type Send = (request: HttpRequest) => Promise<{ status: number; body: string }>

// The fields of an answer have no types, because clients of the API in plain JavaScript have no types.
export type HttpAnswer = {
  status: number
  response: { success: boolean; displayMsg: string }
  // oxlint-disable-next-line typescript/no-explicit-any
  [field: string]: any
}

/** @param to the portal's address, or a function that sends the requests from elsewhere */
export function createHttpClient(to: string | Send, mobile: string, token?: string) {
  const send = typeof to === 'string' ? sendTo(to) : to

  function request(path: string, msgType: string, fields: object): HttpRequest {
    return {
      path: `/api/v1/dbs/${path}`,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}`, role: 'ROLE_RETAILER', 'client-id': mobile }),
      },
      body: {
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
      },
    }
  }

  async function ask({ path, headers, body }: HttpRequest): Promise<HttpAnswer> {
    const { status, body: text } = await send({ path, headers, body })
    return { ...(JSON.parse(text) as HttpAnswer), status }
  }

  const post = (...words: Parameters<typeof request>) => ask(request(...words))
  const check = () => post('user/check', 'CHECK_USER', { username: mobile })
  const checkReference = (dbsRefCode: string) =>
    post('ekyc/refcode/check/', 'CHECK_REF_NUMBER', { mobile, dbsRefCode, username: mobile })

  /** Checks a reference and scans a finger at this sandbox's device, for the request that submits them. */
  async function kycRequest(reference: string, sandbox: string, more: object = {}) {
    const { response, orderId, biometricConstants } = await checkReference(reference)
    if (!response.success) throw new Error(`${reference}: ${response.displayMsg}`)
    const wadh = biometricConstants.wadh as string
    const biometricDeviceInfo = await captureFingerprint(sandbox, { wadh, mobile, reference })
    const fields = { username: mobile, sessionId: 'session-1', roid: mobile, orderId, biometricDeviceInfo }
    return {
      ...request('ekyc/order/submit', 'CREATE_KYC_ORDER', { ...fields, ...more }),
      biometricDeviceInfo,
    }
  }

  return {
    mobile,
    request,
    ask,
    check,
    async logIn(password: string): Promise<HttpAnswer> {
      await check()
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
    checkReference,
    kycRequest,
    kyc: async (...words: Parameters<typeof kycRequest>) => ask(await kycRequest(...words)),
    orders: () => post('ekyc/order/byUser', 'ORDER_HISTORY', { username: mobile, pageNo: 1 }),
  }
}

function sendTo(address: string): Send {
  return async ({ path, headers, body }) => {
    const answer = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: await answer.text() }
  }
}
