import type { SetUp } from './set-up.ts'

type AuditRow = { head?: unknown; address?: string; actor: string; actorKind: string; action: string }

/** Exports today's audit rows, by Indian time, with the admin command line. */
export async function auditRows(setUp: SetUp): Promise<AuditRow[]> {
  const day = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10)
  const { stdout } = await setUp.run(`deploy/admin audit export --from ${day} --to ${day}`)
  return stdout
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as AuditRow)
    .filter(row => !row.head)
}
