import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { InvalidArgumentError } from '@commander-js/extra-typings'

import { assumed, bytes, grouped, measured, planFor, type Plan } from '../capacity/plan.ts'
import { countUpTo, examples } from './command-line.ts'
import type { Operator } from './operator.ts'
import { table } from './table.ts'
import { UsageError } from './usage-error.ts'

const ordersOfAgent = 10

export function addCapacityCommand(program: CommandUnknownOpts, { answer }: Operator): void {
  program
    .command('capacity')
    .helpGroup('Health of a set-up:')
    .summary('Tells the cores, memory, disk and times that a bank of a size needs; needs no database.')
    .description(
      'Computed from what the benches of this version measured; several numbers give a column each.',
    )
    .requiredOption('--agents <N,…>', 'so many agents (required)', counts)
    .option('--orders-a-day <N,…>', `so many orders a day; otherwise ${ordersOfAgent} for each agent`, counts)
    .option(
      '--storm-percent <N>',
      'so many of a hundred agents log in at the start of a day',
      countUpTo(100),
      50,
    )
    .option('--storm-minutes <N>', 'within so many minutes', countUpTo(600), 10)
    .addHelpText('after', examples('--agents 100000', '--agents 2000 --orders-a-day 5000'))
    .action(async ({ agents, ordersADay = agents.map(one => one * ordersOfAgent), ...storm }) => {
      if (ordersADay.length !== agents.length)
        throw new UsageError('--orders-a-day must have as many numbers as --agents.', 'capacity')
      const plans = agents.map((one, index) =>
        planFor({ agents: one, ordersADay: ordersADay[index] ?? 0, ...storm }, measured),
      )
      await answer(textOf(plans), { plans, assumed, measured })
    })
}

function counts(text: string): number[] {
  const numbers = text.split(',')
  if (numbers.length <= 5 && numbers.every(one => /^[1-9]\d{0,8}$/.test(one))) return numbers.map(Number)
  throw new InvalidArgumentError('must be up to five whole numbers from 1 to 999999999, with commas between')
}

const rows: [what: string, of: (plan: Plan) => string][] = [
  ['orders a day', ({ size }) => grouped(size.ordersADay)],
  ['orders a second at the peak', plan => grouped(plan.peakOrdersPerSecond)],
  ['log-ins a second in the storm', plan => grouped(plan.stormLogInsPerSecond)],
  [`servers of ${assumed.coresOfServer} cores, one of them spare`, plan => grouped(plan.servers)],
  ['memory of each server', plan => `${grouped(plan.serverMemoryMb)} MB`],
  ['cores of PostgreSQL', plan => grouped(plan.postgresCores)],
  ['memory of PostgreSQL', plan => `${grouped(plan.postgresMemoryGb)} GB`],
  ['connections to PostgreSQL', plan => grouped(plan.connections)],
  ['disk: orders of a year', plan => bytes(plan.ordersGbAYear)],
  ['disk: audit rows of two years', plan => bytes(plan.auditGbInTwoYears)],
  ['disk: these and 30 days of messages', plan => bytes(plan.databaseGb)],
  ['WAL a day', plan => bytes(plan.walGbADay)],
  ['back-up by pg_dump', plan => duration(plan.dumpHours)],
  ['restore by pg_restore', plan => duration(plan.restoreHours)],
  ['copy of the files, and back', plan => duration(plan.copyHours)],
  ['log of all servers a day', plan => bytes(plan.logGbADay)],
  [`log of ${assumed.logDays} days, compressed`, plan => bytes(plan.logGbKept)],
]

function textOf(plans: Plan[]): string {
  const heads = ['', ...plans.map(({ size }) => `${grouped(size.agents)} agents`)]
  const [first] = plans
  const outside = plans.flatMap(({ size, outside: sentences }) =>
    sentences.map(sentence => `- ${grouped(size.agents)} agents: ${sentence}`),
  )
  return [
    table(
      heads,
      rows.map(([what, of]) => [what, ...plans.map(of)]),
    ),
    `Assumed: a day of ${assumed.hoursOfDay} hours whose busiest has ${assumed.peakFold} times the average; 20 calls for each order; cores half busy; ` +
      `${first?.size.stormPercent} % of the agents log in within ${first?.size.stormMinutes} minutes, each agent once a day; ` +
      `${assumed.daysInMemory} days of orders and audit rows in PostgreSQL's memory.`,
    `Measured on ${measured.machine}, ${measured.days}. A log-in costs ${grouped(measured.logInServerMs)} ms of a core. ` +
      `The range: ${grouped(measured.submitsPerSecond)} orders and ${grouped(measured.logInsPerSecond)} log-ins a second on one server and one PostgreSQL, ` +
      `${grouped(measured.ordersInTables)} orders in the tables, a back-up of ${bytes(measured.copiedMb / 1024)}.`,
    outside.length === 0
      ? 'All of it is within what was measured.'
      : `Outside of what was measured:\n${outside.join('\n')}`,
  ].join('\n\n')
}

function duration(hours: number): string {
  if (hours < 1 / 60) return 'under 1 min'
  return hours < 1 ? `${grouped(Math.ceil(hours * 60))} min` : `${grouped(hours)} h`
}
