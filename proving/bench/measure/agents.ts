import type { Client } from 'pg'

import { dayMs } from '../../../product/server/src/domain/clocks.ts'
import { withTokenMac, sessionMac, tokenHashes } from '../../../product/server/src/domain/sign-in/sessions.ts'
import { knownPepper, sessionKeysOf } from '../../../product/server/testing/fixed/known-pepper.ts'
import { createHttpClient, type HttpClient } from '../../journeys/http-client.ts'

/** The agents whose calls the bench makes. Their ids, mobile numbers and tokens follow from their numbers. */
export const agentNumbers: readonly number[] = Array.from({ length: 200 }, (_, index) => index + 1)

const keys = sessionKeysOf([Buffer.from(knownPepper)])
const expiresOn = new Date(Date.now() + 6 * dayMs)

function agent(n: number) {
  const digits = String(n).padStart(12, '0')
  return {
    id: `00000000-0000-7000-8000-${digits}`,
    mobile: `8${digits.slice(-9)}`,
    token: withTokenMac(keys, `agent-at-the-counter-${digits}`),
  }
}

/** Loads the agents, each with a session, daily counts and past orders, into the tables of a server. */
export async function loadAgents(client: Client): Promise<void> {
  const rows = agentNumbers.map(n => {
    const { id, mobile, token } = agent(n)
    const [tokenHash] = tokenHashes(keys, token)
    const mac = sessionMac(keys.row[0], { tokenHash, agentId: id, expiresOn, keyThumbprint: null })
    const hex = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`
    return { id, mobile, name: `Agent ${n}`, token_hash: hex(tokenHash), mac: hex(mac) }
  })
  await client.query(`create temporary table made as
    select * from jsonb_to_recordset('${JSON.stringify(rows)}')
      as row (id uuid, mobile text, name text, token_hash bytea, mac bytea);
    insert into agents (id, mobile, name, email, address_line1, address_line2, created_on)
      select id, mobile, name, '', '12 Market Road', 'Pune 411001', now() - interval '500 days' from made;
    insert into agent_roles (agent_id, role_id) select id, 'DBS_AGENT' from made;
    insert into sessions (token_hash, agent_id, opened_on, expires_on, last_seen_on, mac)
      select token_hash, id, now(), '${expiresOn.toISOString()}', now(), mac from made;
    insert into daily_counts (agent_id, day, kyc_success, kyc_failure, login)
      select id, current_date - day, 7, 2, 1 from made, generate_series(0, 399) day;
    insert into orders (agent_id, id, reference, status, created_on, expires_on, transaction_id, outcome, message, completed_on)
      select id, gen_random_uuid(), 'PAST' || past, 'KYC_SUCCESS', now() - past * interval '2 days',
        now() - past * interval '2 days' + interval '1 day', 'UKC:' || md5(mobile || past), 'verified', 'e-KYC done',
        now() - past * interval '2 days' from made, generate_series(1, 200) past`)
  await client.query('vacuum analyze')
}

/** Returns a client of an agent who has logged in. */
export function clientOf(n: number, address: string): HttpClient {
  const { mobile, token } = agent(n)
  return createHttpClient(address, mobile, token)
}
