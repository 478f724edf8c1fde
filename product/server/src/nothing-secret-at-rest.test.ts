import { expect, test } from 'vitest'

import { collectingLog } from '../testing/collecting-log.ts'
import { verified } from '../testing/outside/fake-outside.ts'
import { doKyc } from '../testing/do-kyc.ts'
import { insertRows, runSql } from '../testing/database/run-sql.ts'
import { testCapture } from '../testing/outside/test-capture.ts'
import { agentPassword, freshPassword, serverOfFile } from '../testing/test-server.ts'

const mobile = '9100000001'
const logged = collectingLog('debug')

const server = await serverOfFile({}, { log: logged.log })
await server.addAgent({ mobile, password: agentPassword })

test('[rule 1] after log-in, new password, verified and failed orders database and log hold nothing secret', async () => {
  const firstToken = await server.signIn(mobile)
  const { otpDetails } = await server.call('resetPassword', { username: mobile })
  const waiting = await everyRow()
  const otp = await server.lastOtp(mobile)
  await server.setPassword(mobile, otpDetails)
  const token = await server.signIn(mobile, freshPassword)
  const captures = []
  server.outside.holder = { phone: '9811111111', language: 'hi', lastDigits: '8901' }
  for (const answer of [verified, { kind: 'broken', reason: 'garbage' } as const]) {
    server.outside.answer = async () => answer
    captures.push(await submitOne(token))
  }
  const beforeDelivery = await everyRow()
  await server.deliverDue()
  expect(server.outside.inbox.filter(({ to }) => to === server.outside.holder?.phone)).toHaveLength(2)

  const blocks = captures.flatMap(({ Hmac, skey, data }) => [Hmac, skey.value, data.value])
  const passwords = [agentPassword, freshPassword, server.encrypted(freshPassword, mobile)]
  const idNumbers = server.outside.asked.map(({ customer }) => customer.value)
  const secrets = [firstToken, token, server.outside.holder.phone, ...idNumbers, ...passwords, ...blocks]
  const written = beforeDelivery + (await everyRow()) + logged.text()
  expect(secrets).toHaveLength(14)
  expect(found(written, secrets)).toEqual([])
  // The search text is the OTP with the next words of its SMS, because six digits alone may be part of any number.
  expect(found(waiting + written, [`${otp} is your`])).toEqual([])

  await plant(secrets)
  expect(found(await everyRow(), secrets)).toEqual(secrets)
})

/** Stores each secret in one of three forms, so that the test can prove that the search finds all three. */
async function plant(secrets: string[]): Promise<void> {
  const { runner } = server.open
  await runSql(runner, 'create table planted (words text, bytes bytea)')
  const forms = [
    (secret: string) => ({ words: secret }),
    (secret: string) => ({ words: Buffer.from(secret).toString('base64') }),
    (secret: string) => ({ bytes: Buffer.from(secret) }),
  ]
  for (const [index, secret] of secrets.entries()) {
    const form = forms[index % forms.length]
    if (form) await insertRows(runner, 'planted', [form(secret)])
  }
}

/** Returns every row of every table in PostgreSQL's output form: text as it is, bytes as hex. */
async function everyRow(): Promise<string> {
  const tables = await runSql<{ name: string }>(
    server.open.runner,
    `select quote_ident(table_name) as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  let all = ''
  for (const { name } of tables)
    for (const { row } of await runSql<{ row: string }>(
      server.open.runner,
      `select t::text as row from ${name} t`,
    ))
      all += `${row}\n`
  return all
}

function found(text: string, secrets: string[]): string[] {
  return secrets.filter(secret => {
    const bytes = Buffer.from(secret)
    const decoded = Buffer.from(secret, 'base64').toString('hex')
    const forms = [secret, bytes.toString('base64').replace(/=+$/, ''), bytes.toString('hex'), decoded]
    return forms.some(form => text.includes(form))
  })
}

async function submitOne(token: string) {
  const capture = testCapture(server.clock.now(), mobile)
  await doKyc(server, { mobile, token, capture })
  return capture
}
