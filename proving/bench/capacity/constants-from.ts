type Recorded = Record<
  string,
  { measuredOn: string; machine: Record<string, string | number>; rows: Record<string, string | number>[] }
>

/**
 * Returns the text of product/server/src/capacity/measured.json: the figures from the recorded benches that `admin
 * capacity` computes with.
 */
export function constantsFrom(recorded: Recorded): string {
  const { server, growth, capacity } = recorded
  if (!server || !growth || !capacity)
    throw new Error('the benches server, growth and capacity must be recorded')
  const ofCalls = (column: string) => named(server.rows, 'call', column)
  const ordersMeasured = Object.keys(growth.rows[0] ?? {}).flatMap(column => {
    const [, power] = /^ms at 10\^(\d+)$/.exec(column) ?? []
    return power === undefined ? [] : [10 ** Number(power)]
  })
  const days = [server, growth, capacity].map(({ measuredOn }) => measuredOn.slice(0, 10)).toSorted()
  const constants = {
    machine: `${capacity.machine['cpu']}, PostgreSQL ${capacity.machine['postgres']}`,
    days: `${days[0]} to ${days.at(-1)}`,
    callServerMs: ofCalls('server ms'),
    callPostgresMs: ofCalls('postgres ms'),
    submitsPerSecond: ofCalls('calls/s')['submit'],
    ordersInTables: Math.max(...ordersMeasured),
    ...named(capacity.rows, 'constant', 'value'),
  }
  return `${JSON.stringify(constants, (_key, value) => (typeof value === 'number' ? Number(value.toPrecision(3)) : value), 2)}\n`
}

function named(rows: Record<string, string | number>[], name: string, value: string) {
  return Object.fromEntries(rows.map(row => [String(row[name]), row[value]]))
}
