import { expect, test } from 'vitest'

import { doKyc, openOrder } from '../../../testing/do-kyc.ts'
import { withAdmin } from '../../../testing/with-admin.ts'

const [first, second] = ['9400000001', '9400000002']
const reference = 'DBS10001'

const { server, admin, json } = await withAdmin()
const open = await openOrder(server, await server.signedInAgent(second), reference)
server.clock.advance(1_000)
const kyc = await doKyc(server, { ...(await server.signedInAgent(first)), reference })
const done = { orderId: kyc['orderId'] as string, transactionId: kyc['transactionId'] as string }

const find = async (text: string, more = '') => (await json(`orders find ${text} ${more}`)).orders

test('a reference finds the orders of all agents, the newest first, with who they are of', async () => {
  expect(await find(reference)).toMatchObject([
    { mobile: first, id: done.orderId, status: 'KYC_SUCCESS', transactionId: done.transactionId },
    { mobile: second, id: open.orderId, status: 'INIT' },
  ])
  expect(await find(reference, '--limit 1')).toHaveLength(1)
  const { out } = await admin(`orders find ${reference}`)
  expect(out).toMatch(/^Agent +Opened +Reference +Status +Message +Transaction +Order\n/)
})

test('an order id, in any case, and a transaction id find one', async () => {
  expect(await find(done.orderId.toUpperCase())).toMatchObject([{ id: done.orderId }])
  expect(await find(done.transactionId)).toMatchObject([{ id: done.orderId }])
})

test('what is not the whole of any of them finds nothing, and is not written down', async () => {
  for (const text of ['DBS1000', '%', '012345678901', done.orderId.slice(0, -1)])
    expect(await find(text)).toEqual([])
  const rows = await server.auditRows({ action: 'order.find' })
  expect(new Set(rows.map(({ subject }) => subject))).toContain(`${reference}: 2 orders`)
  expect(JSON.stringify(rows)).not.toContain('012345678901')
})
