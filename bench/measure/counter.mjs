import { createHash } from 'node:crypto'

import { httpRequest } from './load.mjs'

/**
 * Agents at their counters, loaded by SQL: number `n` has ids, a phone and a token that follow from `n`, so that both
 * the load generator and pgbench can name any of them.
 */
export const agentCount = 200

/** SQL for what belongs to agent or order `n`; `n` is an expression of type text. */
export const sqlOf = {
  agentId: n => `('00000000-0000-7000-8000-' || lpad(${n}, 12, '0'))::uuid`,
  orderId: n => `('00000000-0000-7001-8000-' || lpad(${n}, 12, '0'))::uuid`,
  mobile: n => `('8' || lpad(${n}, 9, '0'))`,
  tokenHash: n => `sha256(('agent-at-the-counter-' || lpad(${n}, 12, '0'))::bytea)`,
}

const padded = (n, length) => String(n).padStart(length, '0')

export function agent(n) {
  const token = `agent-at-the-counter-${padded(n, 12)}`
  return {
    id: `00000000-0000-7000-8000-${padded(n, 12)}`,
    mobile: `8${padded(n, 9)}`,
    token,
    tokenHash: `\\x${createHash('sha256').update(token).digest('hex')}`,
  }
}

export function orderId(n) {
  return `00000000-0000-7001-8000-${padded(n, 12)}`
}

/**
 * Agents with a session each, counts of each day and past orders. The tables are the server's, which must have made
 * them; so is the password, a demo agent's.
 */
export async function loadAgents(client, { agents = agentCount, ordersEach = 200, daysEach = 400 } = {}) {
  const all = `generate_series(1, ${agents}) n`
  await client.query(`
    insert into agents (id, mobile, name, email, address_line1, address_line2, created_on, password_hash)
      select ${sqlOf.agentId('n::text')}, ${sqlOf.mobile('n::text')}, 'Agent ' || n, 'agent' || n || '@agents.example',
        '12 Market Road', 'Pune 411001, Maharashtra', now() - interval '500 days',
        (select password_hash from agents where mobile = '9000000001') from ${all};
    insert into agent_roles (agent_id, role_id) select ${sqlOf.agentId('n::text')}, 'DBS_AGENT' from ${all};
    insert into sessions (token_hash, agent_id, opened_on, expires_on, last_seen_on)
      select ${sqlOf.tokenHash('n::text')}, ${sqlOf.agentId('n::text')}, now(), now() + interval '6 days', now() from ${all};
    insert into daily_counts (agent_id, day, kyc_success, kyc_failure, login)
      select ${sqlOf.agentId('n::text')}, current_date - day, 7, 2, 1 from ${all}, generate_series(0, ${daysEach - 1}) day;
    insert into orders (agent_id, id, reference, status, created_on, expires_on, transaction_id, outcome, message, completed_on)
      select ${sqlOf.agentId('n::text')}, gen_random_uuid(), 'PAST' || past, 'KYC_SUCCESS', now() - past * interval '2 days',
        now() - past * interval '2 days' + interval '1 day', 'UKC:' || md5(n || '-' || past), 'verified', 'e-KYC done',
        now() - past * interval '2 days' from ${all}, generate_series(1, ${ordersEach}) past;`)
  await client.query('vacuum analyze')
}

const device = {
  type: 'PC',
  id: 'bench',
  os: 'LINUX',
  osVer: '1',
  ip: '127.0.0.1',
  browser: 'none',
  location: { type: 'Point', coordinates: [0, 0] },
}

/** Of the demo agents, and so of all. */
export const password = 'Agent@2026'

/** A call as the portal sends it, by agent `n`, for the load generator. */
export function call(n, what) {
  return httpRequest(parts(n, what))
}

/** The same, made at once. @returns the answer's fields */
export async function ask(address, n, what) {
  const { path, headers, body } = parts(n, what)
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const fields = await answer.json()
  if (!fields.response.success) throw new Error(`${path}: ${fields.response.displayMsg}`)
  return fields
}

function parts(n, { path, msgType, fields }) {
  const { mobile, token } = agent(n)
  return {
    path: `/api/v1/dbs/${path}`,
    headers: { authorization: `Bearer ${token}`, role: 'ROLE_RETAILER', 'client-id': mobile },
    body: { header: headerOf(msgType, n), device, ...fields(mobile) },
  }
}

/** The calls that are measured. */
export const calls = {
  orderList: {
    path: 'ekyc/order/byUser',
    msgType: 'ORDER_HISTORY',
    fields: username => ({ username, pageNo: 1 }),
  },
  statistics: {
    path: 'mis/statistics/get',
    msgType: 'PROFILE',
    fields: id => ({ id, timeframe: '12M' }),
  },
  profile: { path: 'user/profile/get', msgType: 'PROFILE', fields: username => ({ username }) },
  checkReference: reference => ({
    path: 'ekyc/refcode/check/',
    msgType: 'CHECK_REF_NUMBER',
    fields: mobile => ({ mobile, dbsRefCode: reference, username: mobile }),
  }),
  submit: (order, biometricDeviceInfo) => ({
    path: 'ekyc/order/submit',
    msgType: 'CREATE_KYC_ORDER',
    fields: username => ({
      username,
      sessionId: 'session-1',
      roid: username,
      orderId: order,
      biometricDeviceInfo,
    }),
  }),
}

function headerOf(msgType, n) {
  return {
    msgType,
    src: 'WEB',
    dst: 'ENT',
    channel: 'WEB',
    requestId: `00000000-0000-4000-8000-${padded(n, 12)}`,
    datetime: new Date().toISOString(),
    traceId: `00000000-0000-4000-9000-${padded(n, 12)}`,
    sessionId: 'session-1',
  }
}
