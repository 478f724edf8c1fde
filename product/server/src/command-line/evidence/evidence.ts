import { csvLine } from '@ekyc/contract/csv-line'
import { indiaDateTime } from '@ekyc/contract/india-time'

import { lockNamedAgent } from '../../acts/agents/act-on-agent.ts'
import { findOrderById, findOrderByTransaction, findOrdersOfReference } from '../../acts/kyc/find-orders.ts'
import { listAuditRowsOfPeriod } from '../../database/audit/audit-export.ts'
import { listConsentTexts } from '../../database/kyc/consents.ts'
import {
  listAuditRowsOfAgent,
  listDeliveries,
  listAuditRowsOfOrders,
  type EvidenceAuditRow,
} from '../../database/kyc/evidence.ts'
import { listNextOrders, type FoundOrder } from '../../database/kyc/order-search.ts'
import { readInPages } from '../../database/link/pages.ts'
import type { SqlRunner } from '../../database/link/sql.ts'
import { maskMobilesIn } from '../../domain/agents/agents.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { dayMs } from '../../domain/clocks.ts'
import { consentHashInput } from '../../domain/kyc/consents.ts'
import { firstIdAt, nilId } from '../../domain/ids.ts'
import { buildInfo } from '../../process/build-info.ts'
import { dayAfter, parseIndiaDay, refuseReversedDays, UsageError } from '../program.ts'
import type { Command, CommandOption } from '../define-command.ts'
import type { Operator } from '../operator.ts'
import { createAuditRowWriter, createEvidencePack, fillTemplate, type EvidencePack } from './evidence-pack.ts'

const read = parseIndiaDay
const out: CommandOption = ['--out <FILE>', 'where to write the archive (required)', { isRequired: true }]

export const evidenceCommands: Command[] = [
  {
    name: 'evidence pack',
    isDefault: true,
    summary: 'Writes a signed archive of orders with all that proves them, which openssl verifies offline.',
    description: `The orders, the very consent texts, audit rows with signed heads, device facts and deliveries of one reference, order or
transaction, or of an agent, a device or everybody in a time. README.md in it says how to check it without this system.`,
    options: {
      reference: ['--reference <TEXT>', "the bank's reference"],
      order: ['--order <ID>', 'an order id'],
      transaction: ['--transaction <ID>', 'a transaction id'],
      agent: ['--agent <MOBILE>', 'an agent, by mobile or id'],
      device: ['--device <UNIT>', 'a device, by its unit as orders have it; with --from and --to'],
      from: ['--from <DAY>', 'opened on this India day or later', { read }],
      to: ['--to <DAY>', 'opened on this India day or before', { read }],
      out,
    },
    examples: [
      '--reference DBS10001 --out dbs10001.tar.gz',
      '--from 2027-03-01 --to 2027-03-31 --out march.tar.gz',
    ],
    run: (request: EvidenceRequest, operator) => writePack(operator, request, 'pack'),
  },
  {
    name: 'evidence touched',
    summary: "Lists whom a breach touched, with CERT-In's form filled in as far as the system knows.",
    description: `The references, orders and agents of a time, or of those the agent, device, server or audit key; the answer is a signed
archive as well.`,
    options: {
      agent: ['--agent <MOBILE>', 'only by this agent, by mobile or id'],
      device: ['--device <UNIT>', 'only by this device'],
      server: ['--server <NAME>', 'only what this server claimed'],
      key: ['--key <ID>', "only with audit rows under this key: the first 8 digits of a row's mac"],
      from: ['--from <DAY>', 'from this India day', { read }],
      to: ['--to <DAY>', 'to this India day, included', { read }],
      out,
    },
    examples: ['--from 2027-03-01 --to 2027-03-02 --server ekyc-1 --out touched.tar.gz'],
    run: (request: EvidenceRequest, operator) => writePack(operator, request, 'touched'),
  },
]

const atOnce = 1_000
const names = ['reference', 'order', 'transaction', 'agent', 'device', 'server', 'key'] as const

type EvidenceRequest = { [name in (typeof names)[number]]?: string | undefined } & {
  from?: Date | undefined
  to?: Date | undefined
  out: string
}

type PackKind = 'pack' | 'touched'

async function writePack(operator: Operator, asked: EvidenceRequest, kind: PackKind): Promise<void> {
  refuseUnbounded(asked, kind)
  const { runner, seals, now } = await operator.open()
  const at = now()
  const about = aboutOf(asked)
  const { agentId, maker } = await operator.audited(`evidence.${kind}`, async action => {
    const agent = asked.agent === undefined ? undefined : await lockNamedAgent(action, asked.agent)
    action.row.subject = maskMobilesIn(about)
    return { agentId: agent?.id, maker: action.maker.name }
  })
  const period = {
    from: asked.from ?? new Date(0),
    before: asked.to ? dayAfter(asked.to) : new Date(at.getTime() + dayMs),
  }
  const pack = await createEvidencePack()
  try {
    const audit = createAuditRowWriter(pack, runner)
    const found = createOrderWriter(pack, kind)
    const addRows = async (rows: EvidenceAuditRow[]) => {
      found.addRows(rows)
      if (kind === 'pack') await audit.add(rows)
    }
    // A request for a period, an agent or an AUDIT_KEY gets all their audit rows in the period, such as those of
    // log-ins. Any other request selects orders, and gets only the audit rows of these orders.
    const isOfTime = names.every(name => name === 'agent' || name === 'key' || asked[name] === undefined)
    const ofKey = new Set<string>()
    if (isOfTime) {
      const first = { happenedOn: period.from.toISOString(), id: nilId }
      const pages = readInPages(atOnce, first, place => {
        const of = { ...place, before: period.before }
        return agentId === undefined
          ? listAuditRowsOfPeriod(runner, of)
          : listAuditRowsOfAgent(runner, { ...of, agentId })
      })
      for await (const page of pages) {
        const rows = page.filter(row => isUnder(row, asked.key))
        for (const { subject } of asked.key === undefined ? [] : rows) ofKey.add(subject)
        await addRows(rows)
      }
    }
    const isAsked = ({ id, device, steps }: FoundOrder) =>
      (asked.device === undefined || device?.unit === asked.device) &&
      (asked.server === undefined || steps?.server === asked.server) &&
      (asked.key === undefined || ofKey.has(id))
    for await (const page of selectedOrders(runner, asked, agentId, period)) {
      const orders = page.filter(isAsked)
      if (orders.length === 0) continue
      const agentIds = [...new Set(orders.map(one => one.agentId))]
      const events = orders.flatMap(({ steps }) => steps?.event ?? [])
      await found.addOrders(orders, await listDeliveries(runner, { agentIds, ids: events }))
      if (isOfTime) continue
      const from = new Date(Math.min(...orders.map(({ createdOn }) => createdOn.getTime())))
      const references = asked.reference === undefined ? [] : [asked.reference]
      const orderIds = orders.map(({ id }) => id)
      await addRows(await listAuditRowsOfOrders(runner, { agentIds, orderIds, references, from }))
    }
    const counts = { ...found.counts(), ...audit.counts }
    if (counts.orders === 0 && !isOfTime)
      throw new CommandRefused('No order is about that. Nothing was written.')
    const versions = [...found.versions]
    for (const { hash, version, language, text } of await listConsentTexts(runner, { versions }))
      await pack.add(`consents/${hash}.json`, consentHashInput(version, language, text))
    const problem =
      counts.notAsSealed > 0 &&
      `${counts.notAsSealed} audit rows are not as they were sealed: run audit verify.`
    const incomplete = problem ? `# INCOMPLETE: ${problem}\n` : ''
    const facts = {
      ...counts,
      asked: about,
      incomplete: incomplete && `${incomplete}\n`,
      madeOn: shownTime(at),
      maker,
      version: `${buildInfo.version} (${buildInfo.commit})`,
      from: shownTime(period.from),
      to: shownTime(period.before),
    }
    await pack.add('README.md', await fillTemplate('README.md', facts))
    if (kind === 'touched') {
      await pack.add('cert-in.md', await fillTemplate('cert-in.md', facts))
      await pack.add('addresses.txt', [...found.addresses].join('\n'))
    }
    await pack.close(seals, asked.out)
    await operator.answer(
      `${incomplete}Orders: ${counts.orders}. References: ${counts.references}. Agents: ${counts.agents}. Audit rows under a signed head: ${counts.proven}, others: ${counts.attested}.
Written to ${asked.out}.`,
      { out: asked.out, incomplete: problem ? [problem] : [], ...counts },
      problem !== false,
    )
  } finally {
    await pack.drop()
  }
}

/** Refuses options that exclude each other, and a request that would read every order of all years. */
function refuseUnbounded(asked: EvidenceRequest, kind: PackKind): void {
  const command = kind === 'pack' ? 'evidence' : 'evidence touched'
  refuseReversedDays(asked, command)
  const keys = names.filter(name => asked[name] !== undefined)
  const isOne = keys.some(name => name === 'reference' || name === 'order' || name === 'transaction')
  if (isOne && keys.length > 1) throw new UsageError(`Name one of --${keys.join(', --')}.`, command)
  if (isOne && (asked.from || asked.to))
    throw new UsageError(`Leave out --from and --to: --${keys[0]} has all its days.`, command)
  const isBounded = isOne || (keys.length === 1 && keys[0] === 'agent' && kind === 'pack')
  if (!isBounded && (!asked.from || !asked.to)) throw new UsageError('Say --from and --to as well.', command)
}

function aboutOf(asked: EvidenceRequest): string {
  const { from, to } = asked
  const days = [from && `from ${shownTime(from)}`, to && `to ${shownTime(dayAfter(to))}`]
  return [...names.map(name => asked[name] && `${name} ${asked[name]}`), ...days].filter(Boolean).join(', ')
}

function shownTime(at: Date): string {
  return `${indiaDateTime(at).slice(0, 16).replace('T', ' ')} (India)`
}

function isUnder({ mac }: EvidenceAuditRow, key: string | undefined): boolean {
  return key === undefined || (mac !== null && Buffer.from(mac.subarray(0, 4)).toString('hex') === key)
}

async function* selectedOrders(
  db: SqlRunner,
  { reference, order, transaction }: EvidenceRequest,
  agentId: string | undefined,
  period: { from: Date; before: Date },
): AsyncGenerator<FoundOrder[]> {
  if (reference !== undefined) {
    let beforeId: string | undefined
    do {
      const page = await findOrdersOfReference(db, reference, { beforeId, limit: atOnce })
      yield page.orders.toReversed()
      beforeId = page.next
    } while (beforeId !== undefined)
  } else if (order !== undefined) yield oneOrNone(await findOrderById(db, order))
  else if (transaction !== undefined) yield oneOrNone(await findOrderByTransaction(db, transaction))
  else
    yield* readInPages(atOnce, { id: firstIdAt(period.from) }, ({ id: afterId, limit }) =>
      listNextOrders(db, { ...period, agentId, afterId, limit }),
    )
}

function oneOrNone<One>(one: One | undefined): One[] {
  return one === undefined ? [] : [one]
}

type Delivery = Awaited<ReturnType<typeof listDeliveries>>[number]

function createOrderWriter(pack: EvidencePack, kind: PackKind) {
  const references = new Set<string>()
  const agents = new Set<string>()
  const servers = new Set<string>()
  const addresses = new Set<string>()
  const versions = new Set<string>()
  let [orders, waiting] = [0, 0]
  return {
    versions,
    addresses,
    counts: () => ({
      orders,
      waiting,
      references: references.size,
      agents: agents.size,
      servers: [...servers].join(', ') || 'unknown',
      addresses: addresses.size,
    }),

    addRows(rows: EvidenceAuditRow[]): void {
      for (const { address, agentId } of rows) {
        if (address !== null) addresses.add(address)
        if (agentId !== null) agents.add(agentId)
      }
    },

    async addOrders(found: FoundOrder[], deliveries: Delivery[]): Promise<void> {
      if (kind === 'touched' && orders === 0) await pack.add('touched.csv', csvLine(touchedColumns))
      orders += found.length
      waiting += deliveries.filter(one => !one.deliveredOn && !one.deadOn).length
      for (const { reference, agentId, steps, consent } of found) {
        references.add(reference)
        agents.add(agentId)
        if (steps?.server !== undefined) servers.add(steps.server)
        if (consent) versions.add(consent.version)
      }
      const orderOf = new Map(found.map(({ id, steps }) => [steps?.event, id]))
      await pack.addLines(
        'deliveries.jsonl',
        deliveries.map(({ nextAttemptOn: _next, ...told }) =>
          JSON.stringify({ order: orderOf.get(told.id), ...told }),
        ),
      )
      if (kind === 'touched') await pack.add('touched.csv', found.map(touchedLine).join(''))
      else
        await pack.addLines(
          'orders.jsonl',
          found.map(({ agentName: _name, ...order }) => JSON.stringify(order)),
        )
    },
  }
}

const touchedColumns = ['reference', 'order', 'agent', 'opened_on', 'status', 'device', 'server']

function touchedLine({ reference, id, agentId, createdOn, status, device, steps }: FoundOrder): string {
  const cells = [maskMobilesIn(reference), id, agentId, createdOn.toISOString(), status]
  return csvLine([...cells, device?.unit ?? '', steps?.server ?? ''])
}
