import { TestEvent } from '@ekyc/contract/bank'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'

import { withAdmin } from '../../../testing/with-admin.ts'

const { server, admin, json } = await withAdmin()

const sent = async (): Promise<string> => (await json('outbox test-event')).id

test('a test event reaches the bank by the way of the results, in its own shape', async () => {
  const id = await sent()
  await server.deliverDue()
  const [delivered, ...others] = server.outside.results
  expect(others).toEqual([])
  expect(delivered?.id).toBe(id)
  const event: unknown = JSON.parse(delivered?.body ?? '')
  expect([...Value.Errors(TestEvent, event)]).toEqual([])
  expect(event).toEqual({ id, type: 'test', sentOn: server.clock.now().toISOString() })
})

test('a bank that is away gets it later under the same id, and after an hour not at all', async () => {
  server.outside.results.length = 0
  server.outside.bankIsAway = true
  const [kept, lost] = [await sent(), await sent()]
  await server.deliverDue()
  expect((await admin('outbox list')).out).toMatch(/waiting +1 .*Unavailable: bank: away/)

  server.outside.bankIsAway = false
  const { messages } = await json('outbox list --kind kyc-result')
  expect(messages.map(({ id }: { id: string }) => id).toSorted()).toEqual([kept, lost].toSorted())
  expect(messages[0]).not.toHaveProperty('body')
  expect((await json('outbox list --kind sms')).messages).toEqual([])
  expect(await server.deliverDue()).toBe(0)
  expect(await json(`outbox retry ${kept}`)).toMatchObject({ due: 1 })
  await server.deliverDue()
  expect(server.outside.results.map(({ id }) => id)).toEqual([kept])
  expect((await json('outbox list --state all')).messages).toContainEqual(
    expect.objectContaining({ id: kept, state: 'delivered' }),
  )

  server.clock.advance(3_600_001)
  await server.deliverDue()
  expect(server.outside.results.map(({ id }) => id)).toEqual([kept])
  const dead = await json('outbox dead')
  expect(dead.messages).toMatchObject([{ id: lost, state: 'dead', lastError: 'expired' }])
  expect((await json('outbox list')).messages).toEqual(dead.messages)

  for (const [id, why] of [
    [kept, 'it was delivered'],
    [lost, 'its text is erased'],
    ['nothing', 'there is no such message'],
  ])
    expect((await admin(`outbox retry ${id}`)).complaint).toContain(why)
})

test('a message that is being sent is not sent again meanwhile', async () => {
  let asked = 0
  let answer = () => {}
  server.outside.bank.deliverResult = () => {
    asked += 1
    return new Promise(resolve => (answer = resolve))
  }
  const id = await sent()
  const sending = server.deliverDue()
  await expect.poll(() => asked).toBe(1)
  expect(await json('outbox retry --all')).toMatchObject({ due: 0 })
  expect((await admin(`outbox retry ${id}`)).complaint).toContain('it is being sent')
  answer()
  await sending
  expect(asked).toBe(1)
})
