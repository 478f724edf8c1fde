import { randomUUID } from 'node:crypto'

import { calls, type CallName } from '@ekyc/contract/calls'
import type { Client } from 'pg'

import { onConnection } from '../../src/database/on-connection.ts'
import { sessionRow } from '../../src/testing/known-pepper.ts'
import type { World } from './world.ts'

/** An agent with a session. `ports` are the ports of the nodes that hold the agent's orders, quotas and session. */
export type Caller = { agentId: string; mobile: string; token: string; ports: number[] }

/** Adds `count` agents with a session. Every second agent has no orders, quotas or session on the node at `port`. */
export async function addCallers(world: World, count: number, port: number): Promise<Caller[]> {
  return onConnection(world.postgres.url, async client => {
    const callers: Caller[] = []
    for (let index = 0; index < count; index += 1) {
      const mobile = String(8_000_000_000 + index)
      const { agentId, token, tokenHash, mac, expiresOn, ports } = await makeKeys(
        client,
        index % 2 === 0 ? undefined : port,
      )
      await client.query(
        `insert into agents (id, mobile, name, email, address_line1, address_line2, created_on)
         values ($1, $2, 'Agent', 'agent@agents.example', '1 Road', 'Pune', now())`,
        [agentId, mobile],
      )
      await client.query(`insert into agent_roles (agent_id, role_id) values ($1, 'DBS_AGENT')`, [agentId])
      await client.query(
        `insert into sessions (token_hash, agent_id, opened_on, expires_on, last_seen_on, mac)
         values ($1, $2, now(), $3, now(), $4)`,
        [tokenHash, agentId, expiresOn, mac],
      )
      callers.push({ agentId, mobile, token, ports })
    }
    return callers
  })
}

/** Makes an agent id and a session token. Their rows belong on other nodes than the one at `port`, if it is given. */
async function makeKeys(client: Client, port: number | undefined) {
  for (;;) {
    const agentId = randomUUID()
    const expiresOn = new Date(Date.now() + 86_400_000)
    const { token, tokenHash, mac } = sessionRow({ agentId, expiresOn })
    const ports = [
      await portOf(client, 'orders', agentId),
      await portOf(client, 'quotas', agentId),
      await portOf(client, 'sessions', `\\x${Buffer.from(tokenHash).toString('hex')}`),
    ]
    if (port === undefined || !ports.includes(port))
      return { agentId, token, tokenHash, mac, expiresOn, ports }
  }
}

export async function referencesElsewhere(
  world: World,
  port: number,
  references: string[],
): Promise<string[]> {
  return onConnection(world.postgres.url, async client => {
    const onPort: string[] = []
    for (const reference of references)
      if ((await portOf(client, 'reference_records', reference)) !== port) onPort.push(reference)
    return onPort
  })
}

/** Returns the PostgreSQL port of the node that holds the rows with this key in a table. */
async function portOf(client: Client, table: string, key: string): Promise<number> {
  const { rows } = await client.query<{ port: number }>(
    `select nodeport as port from pg_dist_placement join pg_dist_node using (groupid)
     where shardid = get_shard_id_for_distribution_column($1::regclass, '${key}')`,
    [table],
  )
  return rows[0]?.port ?? Number.NaN
}

export async function ask(
  world: World,
  caller: Caller,
  name: CallName,
  fields: object,
): Promise<{ status: number; retryAfter: string | null; body: { response: { success: boolean } } }> {
  const answer = await fetch(world.address + calls[name].path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${caller.token}` },
    body: JSON.stringify({
      header: { requestId: randomUUID(), datetime: world.serverTime().toISOString() },
      device: {},
      ...fields,
    }),
  })
  const body = (await answer.json()) as { response: { success: boolean } }
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body }
}
