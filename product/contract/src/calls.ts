import type { Privilege } from './words.ts'

/**
 * The calls of product.md section 7 as plain data. Server routes, the portal's client and the API reference derive from
 * this map. `shapes.ts` gives each call its request and answer; it is a separate module, so that the portal does not
 * load the schema library.
 */
export const calls = {
  checkUser: post('/api/v1/dbs/user/check', 'CHECK_USER', 'public'),
  resetPassword: post('/api/v1/dbs/user/password/reset', 'RESET_PASSWORD', 'optional-session'),
  setPassword: post('/api/v1/dbs/user/password/set', 'SET_PASSWORD', 'optional-session'),
  login: post('/api/v1/dbs/user/login/password', 'LOGIN', 'public'),
  getProfile: post('/api/v1/dbs/user/profile/get', 'PROFILE', 'session'),
  getRole: {
    method: 'GET',
    path: '/api/v1/dbs/access/role/id/:roleId',
    msgType: undefined,
    access: 'session',
  },
  getStatistics: post('/api/v1/dbs/mis/statistics/get', 'PROFILE', ['VIEW_APP_DASHBOARD', 'DO_EKYC_APP']),
  listOrders: post('/api/v1/dbs/ekyc/order/byUser', 'ORDER_HISTORY', ['VIEW_APP_DASHBOARD', 'DO_EKYC_APP']),
  checkReference: post('/api/v1/dbs/ekyc/refcode/check/', 'CHECK_REF_NUMBER', ['DO_EKYC_APP']),
  submitOrder: post('/api/v1/dbs/ekyc/order/submit', 'CREATE_KYC_ORDER', ['DO_EKYC_APP']),
  /** The following calls are additions to product.md. A client of product.md alone does not need these calls. */
  recordException: post('/api/v1/dbs/ekyc/exception/record', 'CREATE_KYC_ORDER', ['DO_EKYC_APP']),
  findOrders: post('/api/v1/dbs/ekyc/order/find', 'ORDER_HISTORY', ['VIEW_APP_DASHBOARD', 'DO_EKYC_APP']),
  getOrder: post('/api/v1/dbs/ekyc/order/get', 'ORDER_HISTORY', ['VIEW_APP_DASHBOARD', 'DO_EKYC_APP']),
  getSecurity: post('/api/v1/dbs/user/security/get', 'PROFILE', 'session'),
  endSession: post('/api/v1/dbs/user/session/end', 'PROFILE', 'session'),
  endOtherSessions: post('/api/v1/dbs/user/session/end/others', 'PROFILE', 'session'),
  sendPasskeyOtp: post('/api/v1/dbs/user/passkey/otp', 'PROFILE', 'session'),
  startPasskeyProof: post('/api/v1/dbs/user/passkey/proof', 'PROFILE', 'session'),
  startPasskey: post('/api/v1/dbs/user/passkey/start', 'PROFILE', 'session'),
  addPasskey: post('/api/v1/dbs/user/passkey/add', 'PROFILE', 'session'),
  removePasskey: post('/api/v1/dbs/user/passkey/remove', 'PROFILE', 'session'),
  startPasskeyLogin: post('/api/v1/dbs/user/login/passkey/start', 'LOGIN', 'public'),
  loginByPasskey: post('/api/v1/dbs/user/login/passkey', 'LOGIN', 'public'),
  getOutages: post('/api/v1/dbs/mis/outages/get', 'PROFILE', ['VIEW_APP_DASHBOARD', 'DO_EKYC_APP']),
  logout: post('/api/v1/dbs/user/logout', 'LOGIN', 'session'),
  getAddress: {
    method: 'GET',
    path: '/api/v1/address',
    msgType: undefined,
    access: 'public',
  },
} as const satisfies Record<string, Call>

/** The path of all user calls. Browsers send the cookies of known devices only to calls below this path. */
export const userCallsPath = '/api/v1/dbs/user'

export type CallName = keyof typeof calls

export function opensSession(name: CallName): boolean {
  return name === 'login' || name === 'loginByPasskey'
}

/**
 * The callers that a call accepts: 'public' accepts anybody; 'optional-session' accepts anybody, but a session that is
 * sent must be valid; 'session' accepts any session; a list accepts a DBS_AGENT with at least one of the privileges.
 */
export type Access = 'public' | 'optional-session' | 'session' | readonly Privilege[]

export type Call = {
  method: 'GET' | 'POST'
  path: string
  /** The msgType of the request header. The server records it and never refuses a call because of it. */
  msgType: MsgType | undefined
  access: Access
}

export type MsgType =
  | 'PROFILE'
  | 'CHECK_USER'
  | 'RESET_PASSWORD'
  | 'SET_PASSWORD'
  | 'LOGIN'
  | 'ORDER_HISTORY'
  | 'CREATE_KYC_ORDER'
  | 'CHECK_REF_NUMBER'

function post<const P extends string, const M extends MsgType, const A extends Access>(
  path: P,
  msgType: M,
  access: A,
) {
  return { method: 'POST', path, msgType, access } as const
}
