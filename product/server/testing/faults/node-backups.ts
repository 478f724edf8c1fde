import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect } from 'vitest'

import { onConnection } from '../../src/database/on-connection.ts'
import { clusterNodes, type ClusterNode, type OwnCluster } from '../../src/testing/own-cluster.ts'

const run = promisify(execFile)

export type NodeBackups = {
  copy(node: ClusterNode): Promise<void>
  /** Writes a restore point into the WAL of all nodes, between transactions, and waits until the point is archived. */
  mark(point: string): Promise<void>
  /** Kills all nodes and restores each one from its copied files and its archived WAL to the restore point. */
  restore(point: string): Promise<void>
}

/** Starts to archive the WAL of each node. Archives and copied files are in folders next to the nodes' data folders. */
export async function keepBackups(cluster: OwnCluster): Promise<NodeBackups> {
  const backups = new Map<ClusterNode, { url: string; data: string; files: string; wal: string }>()
  for (const node of clusterNodes) {
    const url = urlOf(node)
    const data = await ask(url, `select current_setting('data_directory')`)
    const place = { url, data, files: `${data}-files`, wal: `${data}-wal` }
    mkdirSync(place.wal)
    await giveTo(data, place.wal)
    await onConnection(url, async client => {
      await client.query('alter system set archive_mode = on')
      await client.query(`alter system set archive_command = 'cp "%p" "${place.wal}/%f"'`)
    })
    await cluster.killNode(node)
    await cluster.startNode(node)
    backups.set(node, place)
  }

  return {
    async copy(node) {
      const { url, files } = placeOf(node)
      await run('pg_basebackup', ['-d', url, '-D', files, '--wal-method=none', '--checkpoint=fast'])
    },

    async mark(point) {
      await onConnection(cluster.url, client =>
        client.query('select citus_create_restore_point($1)', [point]),
      )
      for (const { url, wal } of backups.values()) {
        const last = await ask(url, 'select pg_walfile_name(pg_switch_wal())')
        await expect.poll(() => existsSync(join(wal, last))).toBe(true)
      }
    },

    async restore(point) {
      for (const node of clusterNodes) await cluster.killNode(node)
      for (const [node, { data, files, wal }] of backups) {
        await giveTo(data, files)
        rmSync(data, { recursive: true })
        await run('cp', ['-a', files, data])
        appendFileSync(
          join(data, 'postgresql.auto.conf'),
          [
            `archive_mode = 'off'`,
            `restore_command = 'cp "${wal}/%f" "%p"'`,
            `recovery_target_name = '${point}'`,
            `recovery_target_action = 'promote'\n`,
          ].join('\n'),
        )
        writeFileSync(join(data, 'recovery.signal'), '')
        await cluster.startNode(node)
      }
      for (const { url } of backups.values())
        await expect.poll(() => ask(url, 'select pg_is_in_recovery()::text')).toBe('false')
    },
  }

  function placeOf(node: ClusterNode) {
    const place = backups.get(node)
    if (!place) throw new Error(`${node} is no node`)
    return place
  }

  function urlOf(node: ClusterNode): string {
    const { host, port } = cluster.addressOf(node)
    return Object.assign(new URL(cluster.url), { hostname: host, port: String(port) }).href
  }
}

async function ask(url: string, statement: string): Promise<string> {
  const { rows } = await onConnection(url, client =>
    client.query<[string]>({ text: statement, rowMode: 'array' }),
  )
  return rows[0]?.[0] ?? ''
}

/** Gives a folder to the owner of the data folder, because PostgreSQL runs under its own account. */
async function giveTo(data: string, folder: string): Promise<void> {
  const { uid, gid } = statSync(data)
  await run('chown', ['-R', `${uid}:${gid}`, folder])
}
