import { expect, test } from 'vitest'

import { served } from '../testing/served.ts'
import { createSms } from './sms.ts'

let clock = Date.parse('2026-01-15T04:50:30.000Z')
const routes = createSms({ key: 'the-key', now: () => new Date((clock += 1000)) })
const url = `${await served(routes)}/sms`

function send(message: object, key = 'the-key'): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return fetch(`${url}/messages`, { method: 'POST', headers, body: JSON.stringify(message) })
}

async function inbox(to: string): Promise<unknown> {
  return (await fetch(`${url}/messages?to=${to}`)).json()
}

test('messages are listed by phone, newest first, an id that was here before once', async () => {
  expect((await send({ id: 'a', to: '9000000002', text: 'first' })).status).toBe(202)
  expect((await send({ id: 'b', to: '9000000002', text: 'second' })).status).toBe(202)
  expect((await send({ id: 'a', to: '9000000002', text: 'again' })).status).toBe(202)
  await send({ id: 'c', to: '9000000001', text: 'for somebody else' })
  expect(await inbox('9000000002')).toEqual([
    { to: '9000000002', text: 'second', sentOn: '2026-01-15T04:50:32.000Z' },
    { to: '9000000002', text: 'first', sentOn: '2026-01-15T04:50:31.000Z' },
  ])
})

test('a message with a wrong key or without its fields is refused', async () => {
  expect((await send({ id: 'd', to: '9', text: 'x' }, 'wrong')).status).toBe(401)
  expect((await send({ id: 'd', to: '9' })).status).toBe(400)
  expect(await inbox('9')).toEqual([])
})

test('the page shows a message as text, whatever is in it', async () => {
  await send({ id: 'e', to: '9000000003', text: '<img src=x onerror=alert(1)>' })
  const page = await fetch(url, { headers: { accept: 'text/html' } })
  const body = await page.text()
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(body).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(body).not.toContain('<img')
})

test('the provider can be told to fail', async () => {
  await fetch(url, { method: 'PUT', body: JSON.stringify({ httpStatus: 502 }) })
  expect((await send({ id: 'f', to: '9000000004', text: 'x' })).status).toBe(502)
  expect(await inbox('9000000004')).toEqual([])
  await fetch(url, { method: 'DELETE' })
  expect((await send({ id: 'f', to: '9000000004', text: 'x' })).status).toBe(202)
})
