import { afterAll, beforeAll, expect, test } from 'vitest'

import { runSql } from '../testing/run-sql.ts'
import { agentPassword, startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let token: string
const mobile = '9600000001'
const counted = { mobile: '9600000002', token: '' }
beforeAll(async () => {
  server = await startTestServer()
  const agentId = await server.addAgent({ mobile, password: agentPassword })
  const countedId = await server.addAgent({ mobile: counted.mobile, password: agentPassword })
  server.clock.set(new Date('2027-03-31T18:40:00Z')) // The time is 00:10 on 1 April in India.
  token = await server.signIn(mobile)
  counted.token = await server.signIn(counted.mobile)
  // The agent has twelve finished orders, one an hour, the last at India's midnight of 1 April, with their daily
  // counts, and two unfinished orders.
  await runSql(
    server.open.runner,
    `
    insert into orders (agent_id, id, reference, status, created_on, expires_on, transaction_id, outcome, message, completed_on)
    select '${agentId}', gen_random_uuid(), 'REF-' || n, case when n % 3 = 0 then 'KYC_FAILURE' else 'KYC_SUCCESS' end,
      '2027-03-31T18:30:00Z'::timestamptz - (n || ' hours')::interval, now(), 'UKC:' || n, 'verified', 'text', now()
    from generate_series(0, 11) n;
    insert into orders (agent_id, id, reference, status, created_on, expires_on)
    values ('${agentId}', gen_random_uuid(), 'OPEN', 'INIT', '2027-03-31T18:00:00Z', now()),
      ('${agentId}', gen_random_uuid(), 'BUSY', 'SUBMITTING', '2027-03-31T18:00:00Z', now());
    insert into daily_counts (agent_id, day, kyc_success, kyc_failure, login) values
      ('${agentId}', '2027-04-01', 0, 1, 0), ('${agentId}', '2027-03-31', 8, 3, 0),
      ('${countedId}', '2027-03-31', 7, 3, 2), ('${countedId}', '2027-01-01', 1, 0, 1),
      ('${countedId}', '2026-12-31', 5, 5, 5), ('${countedId}', '2026-05-01', 2, 0, 0),
      ('${countedId}', '2026-04-30', 9, 9, 9)
    on conflict (agent_id, day) do update set kyc_success = excluded.kyc_success, kyc_failure = excluded.kyc_failure;
  `,
  )
})
afterAll(() => server.close())

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
  [{ from: '2027-03-31T20:00:00', to: '2027-03-31T22:00:00' }, 3], // The range lies within a day.
  [{ from: '2027-03-31T12:00:00', to: '2027-04-01T12:00:00' }, 12], // The range leads from one day into the next.
  [{ from: '2027-03-31T14:00:00', to: '2027-04-01T00:00:00' }, 11],
  [{ from: '2027-03-31', to: '2027-04-01' }, 12],
  [{ from: '2027-04-02' }, 0],
  [{ to: '2027-03-30' }, 0],
  [{ from: '2027-04-01', to: '2027-03-31' }, 0], // The range has its ends swapped.
  [{ from: '2027-03-31T22:00:00', to: '2027-03-31T20:00:00' }, 0],
])('[API-11] the total is that of the pages, wherever bounds cut a day (%o)', async (bounds, total) => {
  const pages = await Promise.all([1, 2, 3].map(pageNo => references({ ...bounds, pageNo })))
  expect(pages.flat()).toHaveLength(total)
  expect(await list(bounds)).toMatchObject({ totalItems: total, totalPages: Math.ceil(total / 5) })
})

test.each([{ from: '2026-02-30' }, { to: '2026-13-01' }, { from: 'yesterday' }, { to: '1' }])(
  'a bound that is no moment is a 400 that names it (%o)',
  async bound => {
    const answer = await list(bound)
    expect(answer.status).toBe(400)
    expect(answer.response.displayMsg).toContain(Object.keys(bound)[0])
  },
)

test.each([
  ['Today', [['2027-04', 0, 0, 1]]],
  [
    '1W',
    [
      ['2027-03', 7, 3, 2],
      ['2027-04', 0, 0, 1],
    ],
  ],
  ['1M', [['2027-04', 0, 0, 1]]],
  [
    '3M',
    [
      ['2027-03', 7, 3, 2],
      ['2027-04', 0, 0, 1],
    ],
  ],
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
