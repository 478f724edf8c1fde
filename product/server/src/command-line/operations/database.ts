import type { DatabaseDistribution, TableDistribution } from '../../database/schema/distribute-tables.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import type { Command } from '../define-command.ts'
import { parseCountUpTo } from '../program.ts'
import { textTable } from '../text-table.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Brings the database up to what this version needs, while servers run.',
  description: `As the role that owns the tables. Where the roles of deploy/roles.sql are, it also sets what each may do. It may
be cut off at any moment and run again.`,
  async run(_told, { audited, answer, open }) {
    const { migrate } = await open({ schema: 'as-it-is' })
    // The audit row is written after the migration, because the migration may create the audit trail itself.
    const applied = await migrate()
    await audited('schema.migrate', async ({ row }) => {
      row.subject = applied.length === 0 ? 'up to date' : applied.join(', ')
      row.unchanged = applied.length === 0
    })
    const names = applied.length === 0 ? 'none was missing' : applied.join(', ')
    const changed = applied.length > 0
    await answer(`Migrations: ${names}. The database is up to date.`, { changed, applied })
  },
}

export const databaseCommands: Command[] = [
  {
    name: 'database show',
    summary: 'Tells how the tables are spread over the nodes of a cluster.',
    examples: ['', '--json'],
    async run(_told, { record, answer, open }) {
      const { readSpread } = await open()
      const spread = await readSpread()
      await record('database.show', spread.nodes ? `${spread.nodes.length} nodes` : 'one PostgreSQL')
      await answer(textOf(spread), spread)
    },
  },
  {
    name: 'database distribute',
    summary: 'Spreads the tables over the nodes of a Citus cluster, while servers run.',
    description: `As the role that owns the tables. Calls that write a table wait while its rows are copied, and after 2 s are answered
by 503. The copied rows are then erased from the coordinator's disk. It may be cut off at any moment and run again.`,
    options: {
      dryRun: ['--dry-run', 'tell what would be spread, and do nothing'],
      shards: ['--shards <N>', 'so many shards of each key', { read: parseCountUpTo(1_024), usual: 32 }],
    },
    examples: ['--dry-run', '--yes'],
    async run({ dryRun = false, shards }: { dryRun?: boolean; shards: number }, operator) {
      const { audited, record, answer, open, confirm } = operator
      const { readSpread, distributeTables } = await open()
      const spread = await readSpread()
      const refusal = refusalOf(spread)
      const { copied } = spread
      // Tables with a copy on every node come first, because the other tables refer to them.
      const missing = spread.tables.filter(({ planned, is }) => planned !== is)
      const subject = subjectOf(missing, copied)
      const isWanted = refusal === undefined && !dryRun && missing.length + copied.length > 0
      if (isWanted) {
        await confirm(
          missing.length > 0
            ? `Spread ${missing.length} tables over ${spread.nodes?.length} nodes?`
            : `Erase the copied rows of ${copied.length} tables from the coordinator's disk?`,
        )
        // The tables distributed so far stay distributed if the command is cut off.
        await record('database.begin-distribute', subject)
        await distributeTables(missing, shards)
      }
      await audited('database.distribute', async ({ row }) => {
        row.subject = subject
        row.unchanged = !isWanted
        if (refusal !== undefined) throw new CommandRefused(refusal)
      })
      const data = {
        changed: isWanted,
        tables: missing.map(({ table: name, planned }) => ({ table: name, planned })),
        copied,
      }
      if (missing.length + copied.length === 0) return answer('The tables are spread as planned.', data)
      const plan = textTable(
        ['Table', 'Spread by', 'Bytes'],
        missing.map(one => [one.table, one.planned, one.bytes]),
      )
      const left = dryRun && copied.length > 0 ? [`${leftText(copied)}.`] : []
      const end = dryRun
        ? 'Nothing was changed.'
        : `Spread: ${missing.length} tables. No copied rows are on the coordinator's disk.`
      await answer([...(missing.length > 0 ? [plan] : []), ...left, end].join('\n\n'), data)
    },
  },
]

function subjectOf(missing: TableDistribution[], copied: string[]): string {
  const names = missing.map(one => one.table)
  if (copied.length > 0) names.push(`copied rows of ${copied.join(', ')}`)
  return names.join(', ') || 'spread already'
}

function refusalOf({ nodes, tables }: DatabaseDistribution): string | undefined {
  if (!nodes)
    return 'This database is one PostgreSQL: create the extension citus in it and add the workers first (docs/scaling.md).'
  if (nodes.length === 0)
    return 'This cluster has no worker: add one by citus_add_node first (docs/scaling.md).'
  const [other] = tables.filter(({ planned, is }) => is !== planned && is !== 'one-node')
  return (
    other &&
    `The table ${other.table} is spread by ${other.is}, and not by ${other.planned}: undistribute it first.`
  )
}

function textOf({ nodes, tables, copied }: DatabaseDistribution): string {
  const rows = tables.map(one => [one.table, shownSpread(one), one.shards, one.bytes])
  const tablesText = textTable(['Table', 'Spread by', 'Shards', 'Bytes'], rows)
  if (!nodes) return `${tablesText}\n\nThis database is one PostgreSQL.`
  const nodesText = textTable(
    ['Node', 'Shards', 'Bytes'],
    nodes.map(node => [node.address, node.shards, node.bytes]),
  )
  if (copied.length === 0) return `${tablesText}\n\n${nodesText}`
  return `${tablesText}\n\n${nodesText}\n\n${leftText(copied)}: run 'database distribute' again.`
}

function leftText(copied: string[]): string {
  return `Copied rows are left on the coordinator's disk, of ${copied.join(', ')}`
}

function shownSpread({ is, planned }: TableDistribution): string {
  return is === planned ? is : `${is} (planned: ${planned})`
}
