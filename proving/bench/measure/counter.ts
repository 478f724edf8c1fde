import { randomUUID, type KeyObject } from 'node:crypto'

import type { Client } from 'pg'

import { dayMs } from '../../../product/server/src/domain/durations.ts'
import { monthOf } from '../../../product/server/src/domain/months.ts'
import { newId } from '../../../product/server/src/domain/new-id.ts'
import { marked, tokenHashes } from '../../../product/server/src/domain/sign-in/session-row.ts'
import { knownPepper, sessionKeysOf } from '../../../product/server/testing/known-pepper.ts'
import { httpRequest } from './load.ts'

/**
 * The number of agents whose calls the benches make. The id, mobile number and token of agent `n` follow from `n`, so
 * that a bench and pgbench can compute them.
 */
export const agentCount = 200

/** The beginning of `orderId`'s ids. A UUID of version 7 contains a time, whose month decides the partition. */
const idOfMonth = newId(monthOf(new Date()).from).replace(/7.{3}-.{4}-.{12}$/, '7001-8000-')

const keys = sessionKeysOf([Buffer.from(knownPepper)])

/** Returns a SQL expression for the HMAC-SHA256 of a text, because PostgreSQL itself has only SHA-256. */
function hmac(key: KeyObject, sqlText: string): string {
  const block = Buffer.alloc(64)
  key.export().copy(block)
  const pad = (byte: number) => `'\\x${Buffer.from(block.map(one => one ^ byte)).toString('hex')}'::bytea`
  return `sha256(${pad(0x5c)} || sha256(${pad(0x36)} || convert_to(${sqlText}, 'UTF8')))`
}

/** SQL expressions for agent or order `n`, where `n` is itself an expression of type text. */
export const sqlOf = {
  agentId: (n: string) => `('00000000-0000-7000-8000-' || lpad(${n}, 12, '0'))::uuid`,
  orderId: (n: string) => `('${idOfMonth}' || lpad(${n}, 12, '0'))::uuid`,
  mobile: (n: string) => `('8' || lpad(${n}, 9, '0'))`,
  tokenHash: (n: string) => hmac(keys.token[0], `'agent-at-the-counter-' || lpad(${n}, 12, '0')`),
}

const padded = (n: number, length: number) => String(n).padStart(length, '0')

export function agent(n: number): { id: string; mobile: string; token: string; tokenHash: string } {
  const token = marked(keys, `agent-at-the-counter-${padded(n, 12)}`)
  return {
    id: `00000000-0000-7000-8000-${padded(n, 12)}`,
    mobile: `8${padded(n, 9)}`,
    token,
    tokenHash: `\\x${Buffer.from(tokenHashes(keys, token)[0]).toString('hex')}`,
  }
}

export function orderId(n: number): string {
  return `${idOfMonth}${padded(n, 12)}`
}

/** Loads agents, each with a session, daily counts and past orders. A server must already have created the tables. */
export async function loadAgents(client: Client): Promise<void> {
  const all = `generate_series(1, ${agentCount}) n`
  await client.query(`
    ${insertAgents({
      count: agentCount,
      createdOn: "now() - interval '500 days'",
      passwordHash: 'null',
    })};
    insert into daily_counts (agent_id, day, kyc_success, kyc_failure, login)
      select ${sqlOf.agentId('n::text')}, current_date - day, 7, 2, 1 from ${all}, generate_series(0, 399) day;
    insert into orders (agent_id, id, reference, status, created_on, expires_on, transaction_id, outcome, message, completed_on)
      select ${sqlOf.agentId('n::text')}, gen_random_uuid(), 'PAST' || past, 'KYC_SUCCESS', now() - past * interval '2 days',
        now() - past * interval '2 days' + interval '1 day', 'UKC:' || md5(n || '-' || past), 'verified', 'e-KYC done',
        now() - past * interval '2 days' from ${all}, generate_series(1, 200) past;`)
  await client.query('vacuum analyze')
}

/** Returns SQL that inserts the agents 1 to `count`. `createdOn` and `passwordHash` are SQL expressions. */
export function insertAgents({
  count,
  createdOn,
  passwordHash,
}: Record<'createdOn' | 'passwordHash', string> & { count: number }): string {
  const all = `generate_series(1, ${count}) n`
  const expiresOn = new Date(Date.now() + 6 * dayMs).toISOString()
  const facts = `encode(hash, 'hex') || E'\\n' || id || E'\\n${expiresOn}\\n'`
  return `
    insert into agents (id, mobile, name, email, address_line1, address_line2, created_on, password_hash)
      select ${sqlOf.agentId('n::text')}, ${sqlOf.mobile('n::text')}, 'Agent ' || n, 'agent' || n || '@agents.example',
        '12 Market Road', 'Pune 411001, Maharashtra', ${createdOn}, ${passwordHash} from ${all};
    insert into agent_roles (agent_id, role_id) select ${sqlOf.agentId('n::text')}, 'DBS_AGENT' from ${all};
    insert into sessions (token_hash, agent_id, opened_on, expires_on, last_seen_on, mac)
      select hash, id, now(), '${expiresOn}', now(), ${hmac(keys.row[0], facts)} from (
        select ${sqlOf.tokenHash('n::text')} as hash, ${sqlOf.agentId('n::text')} as id from ${all}) as made`
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

export const password = 'Agent@2026'

/** A call of the API. `fields` returns the fields of the body other than `header` and `device`. */
export type Asked = { path: string; msgType: string; fields(mobile: string): object }

export type AskedBy = { n: number; asked: Asked }

export function call(n: number, asked: Asked): string {
  const { path, headers, body } = parts(n, asked)
  return httpRequest(path, headers, body)
}

/** Returns the fields of the answer other than `response`. */
export async function ask(address: string, n: number, asked: Asked): Promise<Record<string, unknown>> {
  const { path, headers, body } = parts(n, asked)
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { response, ...fields } = (await answer.json()) as {
    response: { success: boolean; displayMsg: string }
    [field: string]: unknown
  }
  if (!response.success) throw new Error(`${path}: ${response.displayMsg}`)
  return fields
}

function parts(n: number, { path, msgType, fields }: Asked) {
  const { mobile, token } = agent(n)
  return {
    path: `/api/v1/dbs/${path}`,
    headers: { authorization: `Bearer ${token}`, role: 'ROLE_RETAILER', 'client-id': mobile },
    body: { header: headerOf(msgType), device, ...fields(mobile) },
  }
}

export const calls = {
  orderList: (page: { pageNo: number; from?: string; to?: string } = { pageNo: 1 }): Asked => ({
    path: 'ekyc/order/byUser',
    msgType: 'ORDER_HISTORY',
    fields: username => ({ username, ...page }),
  }),
  statistics: (timeframe = '12M'): Asked => ({
    path: 'mis/statistics/get',
    msgType: 'PROFILE',
    fields: id => ({ id, timeframe }),
  }),
  profile: (): Asked => ({
    path: 'user/profile/get',
    msgType: 'PROFILE',
    fields: username => ({ username }),
  }),
  checkReference: (reference: string): Asked => ({
    path: 'ekyc/refcode/check/',
    msgType: 'CHECK_REF_NUMBER',
    fields: mobile => ({ mobile, dbsRefCode: reference, username: mobile }),
  }),
  submit: (order: string, biometricDeviceInfo: object): Asked => ({
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

/** The ids are random UUIDs, because the server hashes ids that end in twelve digits. */
function headerOf(msgType: string) {
  return {
    msgType,
    src: 'WEB',
    dst: 'ENT',
    channel: 'WEB',
    requestId: randomUUID(),
    datetime: new Date().toISOString(),
    traceId: randomUUID(),
    sessionId: 'session-1',
  }
}
