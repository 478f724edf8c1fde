import recorded from './measured.json' with { type: 'json' }

/** The constants that the benchmarks measured. A test compares them with proving/bench/recorded.json. */
export const measured = recorded
export type Measured = typeof recorded
type CallName = keyof Measured['callServerMs']

/** The size of a bank. `stormPercent` % of all agents log in within the first `stormMinutes` minutes of a day. */
export type Size = { agents: number; ordersADay: number; stormPercent: number; stormMinutes: number }

/** The numbers that a plan assumes, because no benchmark can measure them. */
export const assumed = {
  hoursOfDay: 10,
  peakFold: 2,
  /** The number of calls of each kind for one order, in the proportion in which the benchmarks send them. */
  callsOfOrder: { orderList: 10, statistics: 4, profile: 3, checkReference: 2, submit: 1 } satisfies Record<
    CallName,
    number
  >,
  busyShare: 0.5,
  coresOfServer: 2,
  connectionsOfServer: 10,
  otherConnections: 10,
  daysInMemory: 7,
  messageDays: 30,
  logDays: 180,
}

/** `outside` has a sentence for each figure that is beyond the measured range. */
export type Plan = { size: Size } & ReturnType<typeof sumsOf> & { outside: string[] }

const [gigabyte, gbInMb] = [2 ** 30, 2 ** 10]

export function planFor(size: Size, constants: Measured): Plan {
  const sums = sumsOf(size, constants)
  return { size, ...sums, outside: outsideOf(size, sums, constants) }
}

function sumsOf({ agents, ordersADay, stormPercent, stormMinutes }: Size, constants: Measured) {
  const peak = (ordersADay / (assumed.hoursOfDay * 3_600)) * assumed.peakFold
  const storm = (agents * stormPercent) / 100 / (stormMinutes * 60)
  const perOrder = (ms: Record<CallName, number>) => {
    const calls = Object.entries(assumed.callsOfOrder) as [CallName, number][]
    return calls.reduce((sum, [name, count]) => sum + count * ms[name], 0)
  }
  const coresFor = (perSecond: number, ms: number) => (perSecond * ms) / 1_000 / assumed.busyShare

  const callCores = coresFor(peak, perOrder(constants.callServerMs))
  const logInCores = coresFor(storm, constants.logInServerMs)
  // A server answers calls in one thread and hashes passwords in others, so only log-ins use its further cores.
  const servers =
    Math.max(1, Math.ceil(callCores), Math.ceil((callCores + logInCores) / assumed.coresOfServer)) + 1
  const connections = servers * assumed.connectionsOfServer + assumed.otherConnections
  const postgresCores = Math.max(
    2,
    Math.ceil(
      coresFor(peak, perOrder(constants.callPostgresMs)) + coresFor(storm, constants.logInPostgresMs),
    ),
  )

  const auditRowsADay = ordersADay * constants.orderAuditRows + agents * constants.logInAuditRows
  const orderBytesADay = ordersADay * constants.orderBytes + agents * constants.dailyCountBytes
  const auditBytesADay = auditRowsADay * constants.auditRowBytes
  const ordersGbAYear = (365 * orderBytesADay) / gigabyte
  const auditGbInTwoYears = (730 * auditBytesADay) / gigabyte
  const messagesGb = (assumed.messageDays * ordersADay * constants.outboxBytes) / gigabyte
  const databaseGb = ordersGbAYear + auditGbInTwoYears + messagesGb
  const inMemoryGb = (assumed.daysInMemory * (orderBytesADay + auditBytesADay)) / gigabyte
  const readsOfOrder = Object.values(assumed.callsOfOrder).reduce((sum, count) => sum + count) - 2
  const logGbADay =
    (ordersADay * (constants.orderLogBytes + readsOfOrder * constants.readLogBytes) +
      agents * constants.logInLogBytes) /
    gigabyte
  const hoursAt = (mbPerSecond: number) => (databaseGb * gbInMb) / mbPerSecond / 3_600

  return {
    peakOrdersPerSecond: peak,
    stormLogInsPerSecond: storm,
    servers,
    serverMemoryMb: Math.ceil((1.5 * constants.serverMb) / 128) * 128,
    postgresCores,
    postgresMemoryGb: Math.max(
      4,
      Math.ceil(1 + (connections * constants.connectionMb) / gbInMb + inMemoryGb),
    ),
    connections,
    ordersGbAYear,
    auditGbInTwoYears,
    databaseGb,
    walGbADay: (ordersADay * constants.orderWalBytes + agents * constants.logInWalBytes) / gigabyte,
    logGbADay,
    logGbKept: (assumed.logDays * logGbADay) / constants.logTimesSmallerGzipped,
    dumpHours: hoursAt(constants.dumpMbPerSecond),
    restoreHours: hoursAt(constants.restoreMbPerSecond),
    copyHours: hoursAt(constants.copyMbPerSecond),
  }
}

function outsideOf({ ordersADay }: Size, sums: ReturnType<typeof sumsOf>, constants: Measured): string[] {
  const { peakOrdersPerSecond: orders, stormLogInsPerSecond: logIns, databaseGb } = sums
  const [copiedGb, kept] = [constants.copiedMb / gbInMb, 365 * ordersADay]
  const { submitsPerSecond, logInsPerSecond, ordersInTables } = constants
  const beyond: [boolean, string][] = [
    [
      orders > submitsPerSecond,
      `${grouped(orders)} orders a second were not measured on one PostgreSQL, only ${grouped(submitsPerSecond)}: measure your machine, or spread the tables (docs/scaling.md).`,
    ],
    [
      logIns > logInsPerSecond,
      `${grouped(logIns)} log-ins a second were not measured, only ${grouped(logInsPerSecond)} on one server: the cores for more are a sum.`,
    ],
    [
      kept > ordersInTables,
      `${grouped(kept)} orders in the tables were not measured, only ${grouped(ordersInTables)}: memory and disk are computed, and reads from a slow disk were never measured.`,
    ],
    [
      databaseGb > copiedGb,
      `A database of ${bytes(databaseGb)} was not backed up, only one of ${bytes(copiedGb)} that lay in memory: your disk and network may be slower.`,
    ],
  ]
  return beyond.flatMap(([isBeyond, sentence]) => (isBeyond ? [sentence] : []))
}

export function bytes(gigabytes: number): string {
  if (gigabytes < 1) return `${grouped(gigabytes * 1024)} MB`
  return gigabytes < 1024 ? `${grouped(gigabytes)} GB` : `${grouped(gigabytes / 1024)} TB`
}

/** Rounds a number below 100 to two significant digits, and others to whole numbers. Writes the number with commas. */
export function grouped(value: number): string {
  const rounded = value >= 100 ? Math.round(value) : Number(value.toPrecision(2))
  return rounded.toLocaleString('en')
}
