import type { CallName } from '@ekyc/contract/calls'

export const brandingFile = {
  bankName: 'River Bank',
  productName: 'River eKYC',
  copyright: '© River Bank',
  providerCredit: { text: 'by Provider', url: 'https://provider.example/' },
  support: { phone: '1800 222 333', hours: '8 am to 8 pm', whatsApp: '+91 98000 11122' },
  notice: 'Closed for maintenance on Sunday.',
  emails: { grievance: 'grievance@river.example', dispute: 'dispute@river.example' },
}

export const otpDetails = {
  otpRefId: 'handle-1',
  expiresOn: '2026-11-21T10:05:00.000Z',
  resendAfter: 60,
  triesLeft: 5,
  sentTo: 'XXXXXX0001',
  mark: '42',
}

export const asha = {
  name: 'Asha Verma',
  mobile: '9000000001',
  email: 'asha@river.example',
  address: { addressLine1: '12 Market Road', addressLine2: 'Pune' },
  assignedRoles: ['DBS_AGENT'],
}

export const thisSession = {
  id: 'session-1',
  browser: 'Chrome',
  os: 'Windows',
  openedOn: '2026-11-21T04:30:00.000Z',
  lastSeenOn: '2026-11-21T06:00:00.000Z',
  isCurrent: true,
}

export const usualAnswers: Partial<Record<CallName, Record<string, unknown>>> = {
  getAddress: { ipAddress: '203.0.113.7' },
  checkUser: { otpRequired: false, otpDetails: null },
  resetPassword: { otpDetails },
  setPassword: {},
  login: { token: 'token-1', expiresIn: 600_000_000, otpRequired: false, otpDetails: null },
  logout: {},
  getProfile: { user: asha },
  getRole: { roleId: 'DBS_AGENT', privileges: ['VIEW_APP_DASHBOARD', 'DO_EKYC_APP', 'SET_NEW_PASSWORD'] },
  checkReference: {},
  submitOrder: {},
  getStatistics: { userStatistics: [] },
  findOrders: { orders: [], after: null },
  getOrder: {},
  getSecurity: { passkeys: [], sessions: [thisSession] },
  getOutages: { outages: [] },
  listOrders: { orders: [], totalPages: 0, totalItems: 0, currentPage: 1 },
}
