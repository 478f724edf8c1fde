import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { hourMs } from '../../domain/clocks.ts'
import { newId, nilId } from '../../domain/ids.ts'
import type { KeySeal, Vault } from '../../domain/ports.ts'
import { openSecretBox, sealSecretBox } from '../../domain/secrets.ts'
import { createConnectionPool } from '../link/connection-pool.ts'
import { withConnection } from '../link/direct-connection.ts'
import { readInPages } from '../link/pages.ts'
import { listIdsWithBody } from '../messages/outbox.ts'
import type { SqlRunner } from '../link/sql.ts'

export type VaultConnection = ReturnType<typeof openVault>

export type VaultAccess = { result: string; order: string; reason: string }

/** The longest time from the write of a result to the end of the transaction that refers to the result, in ms. */
const committedMs = hourMs
const mostListed = 500
const mostOpenKeys = 8

type DataKey = { id: string; key: Buffer; sealed: Buffer; madeOn: Date }

/** Opens the vault of results. Each server makes a new data key every hour, and only `seal` opens a stored data key. */
export function openVault(
  url: string,
  options: {
    seal: KeySeal
    connections: number
    pooler: 'transaction' | undefined
    now: () => Date
    onAccess: (access: VaultAccess) => void
  },
) {
  const { seal, now, onAccess } = options
  const pool = createConnectionPool(url, options)
  let ofHour: DataKey | undefined
  /** The opened data keys of other hours and other servers by id, in the order of their opening. */
  const opened = new Map<string, Promise<Buffer>>()

  async function ask<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await pool.run({ name: text.split('\n', 1)[0] ?? '', text, values })) as Row[]
  }

  function keyOfHour(at: Date): DataKey {
    const age = at.getTime() - (ofHour?.madeOn.getTime() ?? 0)
    if (ofHour && age >= 0 && age < hourMs) return ofHour
    const [id, key] = [newId(at), randomBytes(32)]
    opened.clear()
    return (ofHour = { id, key, sealed: seal.seal(key, id), madeOn: at })
  }

  async function openKey(id: string, sealed: Buffer): Promise<Buffer> {
    if (ofHour?.id === id) return ofHour.key
    const opening = opened.get(id) ?? seal.open(sealed, id)
    opened.set(id, opening)
    const [oldest] = opened.keys()
    if (opened.size > mostOpenKeys && oldest !== undefined) opened.delete(oldest)
    return opening.catch((error: unknown) => {
      opened.delete(id)
      throw error
    })
  }

  async function erase(ids: string[], reason: string): Promise<void> {
    const erased = await ask<{ id: string; order_id: string }>(
      '-- vault.erase\ndelete from vault_results where id = any($1::uuid[]) returning id, order_id',
      [ids],
    )
    for (const { id, order_id: order } of erased) onAccess({ result: id, order, reason: `erased: ${reason}` })
  }

  return {
    // The query also fails if the table, or the right to read the table, is missing.
    ping: async () => void (await ask('-- vault.ping\nselect from vault_results limit 0')),

    async keep({ id, orderId, body, at, expiresOn }: Parameters<Vault['keep']>[0]) {
      const { id: keyId, key, sealed, madeOn } = keyOfHour(now())
      await ask(
        `-- vault.keep
        with data_key as (insert into vault_keys (id, sealed, made_on) values ($1, $2, $3) on conflict (id) do nothing)
        insert into vault_results (id, order_id, key_id, body, kept_on, expires_on) values ($4, $5, $1, $6, $7, $8)
        on conflict (id) do nothing`,
        [keyId, sealed, madeOn, id, orderId, sealSecretBox([key], id, body), at, expiresOn],
      )
    },

    async open(id: string) {
      const [row] = await ask<{ order_id: string; body: Buffer; key_id: string; sealed: Buffer }>(
        `-- vault.open
        select order_id, body, key_id, sealed from vault_results r join vault_keys k on k.id = r.key_id where r.id = $1`,
        [id],
      )
      if (!row) return undefined
      onAccess({ result: id, order: row.order_id, reason: 'delivery' })
      return openSecretBox([await openKey(row.key_id, row.sealed)], id, row.body)
    },

    erase,

    async standing(at: Date) {
      const [row] = await ask<{ kept: number; oldest_on: Date | null }>(
        '-- vault.standing\nselect count(*) as kept, min(kept_on) as oldest_on from vault_results',
      )
      const oldestMs = (row?.oldest_on ?? at).getTime()
      return { kept: row?.kept ?? 0, oldestSeconds: Math.max(0, at.getTime() - oldestMs) / 1_000 }
    },

    /** Removes expired results, results for which no message waits, and keys without results. */
    async sweep(main: SqlRunner, at: Date) {
      const before = new Date(at.getTime() - committedMs)
      const list = ({ id, limit }: { id: string; limit: number }) =>
        ask<{ id: string; is_over: boolean }>(
          `-- vault.list
          select id, expires_on < $1 as is_over from vault_results
          where (kept_on < $2 or expires_on < $1) and id > $3 order by id limit $4`,
          [at, before, id, limit],
        )
      for await (const rows of readInPages(mostListed, { id: nilId }, list)) {
        const waiting = await listIdsWithBody(main, { ids: rows.map(({ id }) => id) })
        const kept = new Set(waiting.map(({ id }) => id))
        const over = rows.filter(({ id, is_over: isOver }) => isOver || !kept.has(id))
        if (over.length > 0)
          await erase(
            over.map(({ id }) => id),
            'its time is over, or no message waits for it',
          )
      }
      await ask(
        `-- vault.dropKeys
        delete from vault_keys k where made_on < $1 and not exists (select from vault_results where key_id = k.id)`,
        [new Date(before.getTime() - hourMs)],
      )
    },

    close: () => pool.close(),
  }
}

const tables = readFileSync(join(import.meta.dirname, 'vault.sql'), 'utf8')

/** The role in `url` must be the owner of the vault's tables. */
export async function migrateVault(url: string): Promise<void> {
  await withConnection(url, client => client.query(tables))
}
