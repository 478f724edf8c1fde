import { randomUUID } from 'node:crypto'

import { staffRoles } from '@ekyc/contract/console/acts'
import { consoleCalls, type ConsoleCallName } from '@ekyc/contract/console/calls'
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'

import { consoleOpenApi } from '../../testing/open-api/console.ts'
import { acts } from '../acts/acts.ts'
import { seededRandom } from '../../testing/fixed/seeded-random.ts'
import {
  createOddInputs,
  fieldsOf,
  oddKinds,
  type OddKind,
  type Schema,
} from '../../testing/outside/odd-inputs.ts'
import {
  consoleOfFile,
  type ConsoleAnswer,
  type TestConsole,
  type TestPerson,
} from '../../testing/test-console.ts'

const runs = Number(process.env['FUZZ_RUNS'] ?? 20)
/** The seed of the requests. It is 1 in an ordinary run, so that a run fails only because of the change under test. */
const seed = Number(process.env['SEED'] ?? 1)
const random = seededRandom(seed)
if (process.env['FUZZ_RUNS'] !== undefined) vi.setConfig({ testTimeout: 3_600_000 })

const document = consoleOpenApi()
const names = Object.keys(consoleCalls) as ConsoleCallName[]
const everybody = staffRoles.filter(role => role !== 'auditor')
const odd = createOddInputs({ random, seed, foreign: () => [randomUUID(), '9711111111'] })

/** Two consoles on one database: in one, acts need a second person; in the other one, a person does all alone. */
const proofs = { use: async () => true }
const twoDecide = await consoleOfFile({ proofs })
const { server } = twoDecide
const banks = [twoDecide, await consoleOfFile({ server, proofs, config: { fourEyes: false } })]
const agentId = await server.addAgent({ mobile: '9690000001' })

test('[A21] a text with U+0000 or a number beyond 2^53 is refused, and the refusal is in the trail', async () => {
  const asha = await twoDecide.signIn([...everybody])
  const hold = { kind: 'reference', value: 'DBS\u00001', reason: 'A court asks' }
  const asked = [
    ['search.find', 'search', { text: 'A\u0000sha' }],
    ['view.save', 'saveView', { name: 'a\u0007b', address: '/agents' }],
    ['agent.show-mobile', 'showMobile', { id: agentId, reason: '\ud800' }],
    ['proposal.show', 'getProposal', { number: '9223372036854776000' }],
    ['audit.list', 'getAuditRow', { position: '1e99' }],
    ['hold.add', 'doAct', { name: 'hold.add', input: hold }],
    [
      'role.grant',
      'doAct',
      { name: 'role.grant', input: { agent: agentId, role: 'DBS_AGENT' }, reason: 'a\u0000' },
    ],
  ] as const
  for (const [action, name, request] of asked) {
    expect(await asha.call(name, request as never)).toMatchObject({
      status: 422,
      error: { code: 'bad_input' },
    })
    expect((await twoDecide.staffRows()).at(-1)).toMatchObject({
      action,
      subject: 'unfit input',
      outcome: 'refused',
    })
  }
  const view = { name: 'two lines', address: '/agents?branch=a\nb' }
  expect(await asha.call('saveView', view)).toMatchObject({ status: 200 })
})

test.each(['0000-12-31T00:00:00Z', '2026-12-31T23:59:60Z'])(
  '[A21] the moment %s, which no clock of the server has, is refused',
  async moment => {
    const asha = await twoDecide.signIn([...everybody])
    const marked = { filters: {}, at: moment }
    const asked = [
      asha.call('listAudit', { from: moment }),
      asha.call('listAudit', { to: moment }),
      asha.call('exportAudit', { from: moment }),
      asha.call('doAct', { name: 'agent.disable-many', input: { marked }, reason: 'all' }),
      asha.call('doAct', { name: 'staff.end-own-session', input: { openedOn: moment } }),
    ]
    for (const answer of asked) expect(await answer).toMatchObject({ status: 422 })
  },
)

test('[A21] a place that nobody gave starts its page elsewhere, or is refused', async () => {
  const asha = await twoDecide.signIn([...everybody])
  const id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  const lastOrder = id.replace('f', '0')
  const [first, last] = ['1000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999999Z']
  const agents = (key: unknown) => ({ key, second: '', id })
  const byLastOrder = { sort: 'last-order' } as const
  const asked = [
    [200, 'listAgents', {}, agents('ravi')],
    [200, 'listAgents', byLastOrder, agents('-infinity')],
    [200, 'listAgents', byLastOrder, agents('9999-12-31')],
    [200, 'listAgentTrail', { id: agentId }, { happenedOn: first, id }],
    [200, 'listOrders', { agent: agentId }, { beforeId: lastOrder }],
    [200, 'listOrders', { model: 'FM220' }, { beforeId: lastOrder }],
    [200, 'listOrders', { reference: 'DBS10001' }, { beforeId: '00000000-0000-0000-0000-000000000000' }],
    [200, 'listAudit', {}, { happenedOn: first, id }],
    [200, 'listStaff', {}, { name: '', id }],
    [200, 'listUnits', {}, { on: last, unit: '0'.repeat(32) }],
    [200, 'listUnits', { model: 'FM220' }, { on: first, unit: 'f'.repeat(32) }],
    [422, 'listAgents', {}, agents('a\u0000')],
    [422, 'listAgents', {}, agents(null)],
    [422, 'listAgents', {}, { ...agents('ravi'), ids: 'all' }],
    [422, 'listAgents', {}, { ...agents('ravi'), id: 'first' }],
    [422, 'listAgents', byLastOrder, agents('ravi')],
    [422, 'listAgents', byLastOrder, agents('2026-02-30')],
    [422, 'listAgents', byLastOrder, agents('0000-01-01')],
    [422, 'listAgentTrail', { id: agentId }, { happenedOn: 'yesterday', id }],
    [422, 'listOrders', { agent: agentId }, { beforeId: '' }],
    [422, 'listOrders', { agent: agentId }, { beforeId: id }],
    [422, 'listAudit', {}, { happenedOn: 'infinity', id }],
    [422, 'listAudit', {}, { happenedOn: first, id: 'first' }],
    [422, 'listStaff', {}, [id, 'Asha']],
    [422, 'listUnits', {}, { on: '2026-12-31T23:59:60.000Z', unit: '0'.repeat(32) }],
    [422, 'listUnits', {}, { on: last, unit: 'x' }],
  ] as const
  for (const [status, name, request, place] of asked) {
    const after = Buffer.from(JSON.stringify(place)).toString('base64url')
    const answer = await asha.call(name, { ...request, after })
    expect([name, place, answer.status]).toEqual([name, place, status])
  }
  const beyond = await asha.call('listProposals', { list: 'waiting', after: '9223372036854776000' })
  const unreadable = await asha.call('listAudit', { after: 'invented' })
  expect([beyond.status, unreadable.status]).toEqual([422, 422])
})

test(`[A21] ${runs} odd requests of the seed ${seed}: no input at the console makes a fault`, async () => {
  const people = await Promise.all(banks.map(bank => bank.signIn([...everybody])))
  const mutations = everyMutation()
  const counts = new Map<number, number>()
  const problems: string[] = []
  for (let count = 0; count < runs; count += 1) {
    server.clock.advance(7_000)
    const mutation = random.pick(mutations)
    const at = random.below(banks.length)
    const request = oddRequest(mutation)
    const { status, error } = await sent(mutation, request, people[at] as TestPerson)
    if (status >= 500 || (status >= 400 && error === undefined))
      problems.push(reportOf(count, mutation, request, status))
    if (status === 401) people[at] = await (banks[at] as TestConsole).signIn([...everybody])
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  process.stdout.write(`console fuzz: seed ${seed}, ${JSON.stringify(Object.fromEntries(counts))}\n`)
  expect(problems.join('\n\n')).toBe('')
  expect(counts.get(200)).toBeGreaterThan(runs / 30)
  expect(counts.get(422)).toBeGreaterThan(runs / 3)
})

type Mutation = {
  call: ConsoleCallName
  body: Record<string, unknown>
  field: string
  schema: Schema
  kind: OddKind
}

/** Changes each field of each call, and each field of each act's input, in every odd way. */
function everyMutation(): Mutation[] {
  const ofCalls = names.map(call => ({ call, body: {}, schema: requestSchema(call), under: '' }))
  const ofActs = Object.entries(acts).map(([name, act]) => ({
    call: 'doAct' as const,
    body: { name, reason: 'A test asks for it' },
    schema: act.input.schema as Schema,
    under: '/input',
  }))
  return [...ofCalls, ...ofActs].flatMap(({ call, body, schema, under }) => {
    const good = sampleOf(schema, '') as Record<string, unknown>
    const whole = { ...body, ...(under === '' ? good : { input: good }) }
    return fieldsOf(schema, document).flatMap(([field, part]) =>
      oddKinds.map(kind => ({ call, body: whole, field: under + field, schema: part, kind })),
    )
  })
}

function requestSchema(call: ConsoleCallName): Schema {
  const { method, path } = consoleCalls[call]
  const item = document.paths?.[path.replace(/:(\w+)/g, '{$1}')]
  const { parameters = [], requestBody } = item?.[method.toLowerCase() as 'get'] ?? {}
  const body = (requestBody as { content?: Record<string, { schema: Schema }> } | undefined)?.content
  const inAddress = (parameters as { name: string; in: string; schema: Schema }[]).filter(
    one => one.in !== 'header',
  )
  return {
    properties: {
      ...body?.['application/json']?.schema.properties,
      ...Object.fromEntries(inAddress.map(({ name, schema }) => [name, schema])),
    },
  }
}

/** Returns a value of the schema, so that a request with one odd field gets as far as the database. */
function sampleOf(
  schema: Schema & { const?: unknown; format?: string; pattern?: string; items?: Schema },
  name: string,
): unknown {
  const [one] = schema.anyOf ?? []
  if (one) return sampleOf(one, name)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).flatMap(([field, part]) =>
        // Any place in a list that no answer has given would refuse the request for itself.
        field === 'after' ? [] : [[field, sampleOf(part, field)]],
      ),
    )
  if (schema.items) return [sampleOf(schema.items, name)]
  if (schema.type === 'boolean') return false
  if (schema.type === 'integer') return schema.minimum ?? 1
  if (schema.format === 'uuid' || name === 'agent') return agentId
  if (schema.format === 'date-time') return server.clock.now().toISOString()
  if (schema.format === 'date') return server.clock.now().toISOString().slice(0, 10)
  const known = samples[name]
  if (known !== undefined) return known
  if (schema.pattern !== undefined)
    return fc.sample(fc.stringMatching(new RegExp(schema.pattern, 'u')), { seed, numRuns: 1 })[0]
  return schema.type === 'string' ? 'Asha' : {}
}

const samples: Record<string, string> = {
  role: 'DBS_AGENT',
  to: '9690000009',
  mobile: '9690000010',
  address: '/agents',
  name: 'Asha Rao',
  q: 'Asha',
}
function oddRequest({ call, body, field, schema, kind }: Mutation): Record<string, unknown> {
  const request = JSON.parse(odd.payload(structuredClone(body), kind, field, schema)) as Record<
    string,
    unknown
  >
  if (consoleCalls[call].method === 'POST') return request
  return Object.fromEntries(Object.entries(request).map(([name, value]) => [name, textOf(value)]))
}

async function sent(
  { call }: Mutation,
  request: object,
  person: TestPerson,
): Promise<ConsoleAnswer<ConsoleCallName>> {
  const path = Object.fromEntries(
    Array.from(consoleCalls[call].path.matchAll(/:(\w+)/g), ([, field = '']) => [
      field,
      // An address without this part would be that of another call.
      textOf((request as Record<string, unknown>)[field]) || ' ',
    ]),
  )
  return person.call(call, { ...request, ...path })
}

function reportOf(count: number, { call, kind, field }: Mutation, request: object, status: number): string {
  return [
    `${status}: request ${count}, ${call} with ${kind} ${field}`,
    JSON.stringify(request).slice(0, 2_000),
    `SEED=${seed} FUZZ_RUNS=${runs} npm run test:long -- fuzz sends the same requests`,
  ].join('\n')
}

/** Returns a value as an address has it. */
function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replaceAll(/\p{Cs}/gu, '\ufffd')
}
