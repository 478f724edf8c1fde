import { expect, test } from 'vitest'

import { refusal } from '../../../testing/refusal.ts'
import { serverOfFile } from '../../../testing/test-server.ts'

const server = await serverOfFile()
server.clock.set(new Date('2027-03-31T18:40:00Z')) // The time is 00:10 on 1 April in India.
const { mobile, id: agentId, token } = await server.signedInAgent()
const counted = await server.signedInAgent()
const many = await server.signedInAgent()
// The agent has twelve finished orders, one an hour, the last at India's midnight of 1 April, with their daily
// counts, and two unfinished orders.
await server.sql(`
  insert into orders (agent_id, id, reference, status, created_on, expires_on, transaction_id, outcome, message, completed_on)
  select '${agentId}', gen_random_uuid(), 'REF-' || n, case when n % 3 = 0 then 'KYC_FAILURE' else 'KYC_SUCCESS' end,
    '2027-03-31T18:30:00Z'::timestamptz - (n || ' hours')::interval, now(), 'UKC:' || n, 'verified', 'text', now()
  from generate_series(0, 11) n;
  insert into orders (agent_id, id, reference, status, created_on, expires_on)
  values ('${agentId}', gen_random_uuid(), 'OPEN', 'INIT', '2027-03-31T18:00:00Z', now()),
    ('${agentId}', gen_random_uuid(), 'BUSY', 'SUBMITTING', '2027-03-31T18:00:00Z', now());
  -- Another agent has 230 orders, three at each moment.
  insert into orders (agent_id, id, reference, status, created_on, expires_on, transaction_id, outcome, message, completed_on)
  select '${many.id}', gen_random_uuid(), 'MANY-' || n % 200, case when n % 2 = 0 then 'KYC_FAILURE' else 'KYC_SUCCESS' end,
    '2027-03-31T18:30:00Z'::timestamptz - (n / 3 || ' hours')::interval, now(), 'UKC:M' || n, 'verified', 'text', now()
  from generate_series(0, 229) n;
  insert into daily_counts (agent_id, day, kyc_success, kyc_failure, login) values
    ('${agentId}', '2027-04-01', 0, 1, 0), ('${agentId}', '2027-03-31', 8, 3, 0),
    ('${counted.id}', '2027-03-31', 7, 3, 2), ('${counted.id}', '2027-01-01', 1, 0, 1),
    ('${counted.id}', '2026-12-31', 5, 5, 5), ('${counted.id}', '2026-05-01', 2, 0, 0),
    ('${counted.id}', '2026-04-30', 9, 9, 9),
    ('${many.id}', '2027-03-26', 0, 0, 1), ('${many.id}', '2027-03-25', 0, 0, 2)
  on conflict (agent_id, day) do update set kyc_success = excluded.kyc_success, kyc_failure = excluded.kyc_failure;
  insert into daily_counts (agent_id, day, kyc_success, kyc_failure)
  select agent_id, (created_on at time zone 'Asia/Kolkata')::date, count(*) filter (where status = 'KYC_SUCCESS'),
    count(*) filter (where status = 'KYC_FAILURE')
  from orders where agent_id = '${many.id}' group by 1, 2
  on conflict (agent_id, day) do update set kyc_success = excluded.kyc_success, kyc_failure = excluded.kyc_failure;
`)

function list(fields: object) {
  return server.call('listOrders', { username: mobile, pageNo: 1, ...fields }, { token })
}

async function references(fields: object): Promise<string[]> {
  return (await list(fields))['orders'].map((order: { dbsRefCode: string }) => order.dbsRefCode)
}

test('[LST-2, LST-5, API-11] five a page, newest first, without the unfinished', async () => {
  expect(await list({})).toMatchObject({ totalItems: 12, totalPages: 3, currentPage: 1 })
  expect(await references({})).toEqual(['REF-0', 'REF-1', 'REF-2', 'REF-3', 'REF-4'])
  expect(await references({ pageNo: 3 })).toEqual(['REF-10', 'REF-11'])
  expect(await list({ pageNo: 99 })).toMatchObject({ orders: [], totalItems: 12, currentPage: 99 })
})

test('[LST-8] [rule 23] from and to are India days, both inclusive', async () => {
  expect(await references({ from: '2027-04-01' })).toEqual(['REF-0'])
  expect(await references({ to: '2027-03-31', pageNo: 1 })).toEqual([
    'REF-1',
    'REF-2',
    'REF-3',
    'REF-4',
    'REF-5',
  ])
  expect(await list({ from: '2027-03-31', to: '2027-03-31' })).toMatchObject({ totalItems: 11 })
})

test('ISO date-times bound to the millisecond; absent, null and empty bounds are none', async () => {
  expect(await references({ from: '2027-03-31T17:30:00.000Z', to: '2027-03-31T17:30:00.000Z' })).toEqual([
    'REF-1',
  ])
  expect(await references({ from: '2027-03-31T23:00:00' })).toEqual(['REF-0', 'REF-1'])
  for (const none of [{}, { from: null, to: null }, { from: '', to: '' }])
    expect(await list(none)).toMatchObject({ totalItems: 12 })
})

test.each([
  [{ from: '2027-03-31T23:00:00' }, 2], // The range covers the last hour of a day and the whole next day.
  [{ to: '2027-03-31T22:00:00' }, 10],
  [{ from: '2027-03-31T20:00:00', to: '2027-03-31T22:00:00' }, 3],
  [{ from: '2027-03-31T12:00:00', to: '2027-04-01T12:00:00' }, 12], // The range leads from one day into the next.
  [{ from: '2027-03-31T14:00:00', to: '2027-04-01T00:00:00' }, 11],
  [{ from: '2027-04-01', to: '2027-03-31' }, 0],
])('[API-11] the total is that of the pages, wherever bounds cut a day (%o)', async (bounds, total) => {
  const pages = await Promise.all([1, 2, 3].map(pageNo => references({ ...bounds, pageNo })))
  expect(pages.flat()).toHaveLength(total)
  expect(await list(bounds)).toMatchObject({ totalItems: total, totalPages: Math.ceil(total / 5) })
})

test('[LST-4] a status filters all pages, and totals count that status alone', async () => {
  expect(await list({ status: 'KYC_FAILURE' })).toMatchObject({ totalItems: 4, totalPages: 1 })
  expect(await references({ status: 'KYC_FAILURE' })).toEqual(['REF-0', 'REF-3', 'REF-6', 'REF-9'])
  expect(await list({ status: 'KYC_SUCCESS' })).toMatchObject({ totalItems: 8, totalPages: 2 })
  expect(await references({ status: 'KYC_SUCCESS', pageNo: 2 })).toEqual(['REF-8', 'REF-10', 'REF-11'])
  for (const none of ['', null]) expect(await list({ status: none })).toMatchObject({ totalItems: 12 })
  expect(await list({ status: 'INIT' })).toMatchObject({ status: 400 })
})

async function find(query: string, fields: object = {}, agent = { mobile, token }) {
  return server.call('findOrders', { username: agent.mobile, query, ...fields }, { token: agent.token })
}
const found = async (...asked: Parameters<typeof find>): Promise<string[]> =>
  (await find(...asked))['orders'].map((order: { dbsRefCode: string }) => order.dbsRefCode)

test('[LST-3] the search finds an order of any page by its whole reference, order id or transaction id', async () => {
  const [order] = (await list({ pageNo: 3 }))['orders']
  expect(order.dbsRefCode).toBe('REF-10')
  for (const query of ['REF-10', 'ref-10', ' REF-10 ', order.id, order.id.toUpperCase(), 'UKC:10', 'ukc:10'])
    expect(await find(query)).toMatchObject({ orders: [order], after: null })
  for (const query of ['REF-1%', 'REF', 'OPEN', 'BUSY', "' or 1=1 --"]) expect(await found(query)).toEqual([])
})

test('[LST-3] [rule 4] the search finds no order of another agent', async () => {
  expect(await found('MANY-1')).toEqual([])
  expect(await found('REF-10', {}, many)).toEqual([])
  const [foreign] = (await find('MANY-1', {}, many))['orders']
  expect(await find('', { after: foreign.id })).toMatchObject({ status: 403 })
  expect(await find('', { after: 'no-id' })).toMatchObject({ status: 403 })
})

test('an empty query gives every order once, in the order of the list, a hundred at a time', async () => {
  const ids: string[] = []
  const counts: number[] = []
  let after: string | null = null
  do {
    const answer = await find('', { after }, many)
    ids.push(...answer['orders'].map(({ id }: { id: string }) => id))
    counts.push(answer['orders'].length)
    after = answer['after']
  } while (after !== null)
  expect(counts).toEqual([100, 100, 30])
  expect(new Set(ids).size).toBe(230)
  const pages = await Promise.all(
    [1, 2, 20, 46].map(pageNo =>
      server.call('listOrders', { username: many.mobile, pageNo }, { token: many.token }),
    ),
  )
  const listed = pages.map(page => page['orders'].map(({ id }: { id: string }) => id))
  expect([ids.slice(0, 5), ids.slice(5, 10), ids.slice(95, 100), ids.slice(225)]).toEqual(listed)
})

test('each order with a reference of several is found, newest first', async () => {
  const { orders } = await find('MANY-7', {}, many)
  expect(orders.map((order: { transactionId: string }) => order.transactionId)).toEqual([
    'UKC:M7',
    'UKC:M207',
  ])
})

test.each([
  ['Today', [['2027-04', 0, 0, 1]]],
  ['1M', [['2027-04', 0, 0, 1]]],
  [
    '6M',
    [
      ['2026-12', 5, 5, 5],
      ['2027-01', 1, 0, 1],
      ['2027-03', 7, 3, 2],
      ['2027-04', 0, 0, 1],
    ],
  ],
  [
    '12M',
    [
      ['2026-05', 2, 0, 0],
      ['2026-12', 5, 5, 5],
      ['2027-01', 1, 0, 1],
      ['2027-03', 7, 3, 2],
      ['2027-04', 0, 0, 1],
    ],
  ],
])(
  '[API-10, DSH-3] statistics of %s by India month, oldest first, quiet months absent',
  async (timeframe, months) => {
    const answer = await server.call(
      'getStatistics',
      { id: counted.mobile, timeframe },
      { token: counted.token },
    )
    expect(answer['userStatistics']).toEqual(
      months.map(([aggregateOn, KYC_SUCCESS, KYC_FAILURE, LOGIN]) => ({
        aggregateOn,
        data: { KYC_SUCCESS, KYC_FAILURE, LOGIN },
      })),
    )
  },
)

test.each([
  ['listOrders', { username: many.mobile, pageNo: 1 }],
  ['getStatistics', { id: many.mobile, timeframe: '12M' }],
] as const)(
  '[rule 15] %s is read together with its session, and answered only where the session still is',
  async (call, fields) => {
    const own = await server.signIn(many.mobile)
    const first = await server.call(call, fields, { token: own })
    expect(await server.call(call, fields, { token: own })).toEqual(first)
    const foreign = { username: mobile, id: mobile, pageNo: 1, timeframe: '12M' }
    expect((await server.call(call, foreign, { token: own })).status).toBe(403)

    await server.call('logout', { username: many.mobile }, { token: own })
    for (const body of [{}, fields, fields]) {
      const { status, response, ...rest } = await server.call(call, body, { token: own })
      expect([status, response]).toEqual([401, refusal('unauthorized')])
      expect(Object.keys(rest)).not.toContain('orders')
    }
  },
)
