import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { indiaDate } from '@ekyc/contract/india-time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readBranding } from '../../config/branding.ts'
import { sealAuditRows } from '../../database/audit/audit-sealer.ts'
import { consentTextsOf } from '../../domain/kyc/published-consents.ts'
import { doKyc } from '../../../testing/do-kyc.ts'
import { verified } from '../../../testing/outside/fake-outside.ts'
import { testSeals } from '../../../testing/operator-at.ts'
import { countRows, runSql } from '../../../testing/database/run-sql.ts'
import { testCapture } from '../../../testing/outside/test-capture.ts'
import { withAdmin } from '../../../testing/with-admin.ts'

const { server, admin, signedInAgent } = withAdmin()
const brand = join(import.meta.dirname, '../../../../../branding/default.json')
const texts = consentTextsOf(readBranding(brand).consent)
const folder = mkdtempSync(join(tmpdir(), 'evidence-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

let agent: Awaited<ReturnType<typeof signedInAgent>>
let order: string
const seal = () => sealAuditRows(server().open.runner, testSeals, server().clock.now())

async function kyc(reference: string, of = agent): Promise<string> {
  server().outside.answer = async () => ({ ...verified, answerDigest: 'ab'.repeat(32) })
  const consent = { version: '2', language: 'ur', givenOn: server().clock.now().toISOString() }
  server().outside.references.set(reference, 'allowed')
  const capture = testCapture(server().clock.now(), of.mobile, { refcode: reference })
  const done = await doKyc(server(), { ...of, reference, consent, capture })
  expect(done).toMatchObject({ response: { success: true } })
  return done.orderId as string
}

beforeAll(async () => {
  agent = await signedInAgent()
  await server().open.database.consentTexts.publish(texts, server().clock.now())
  order = await kyc('DBS10001')
  await server().outbox.deliverDue()
  await kyc('DBS10002', await signedInAgent())
  await seal()
})

let packs = 0
async function packed(words: string): Promise<{ at: string; run: Awaited<ReturnType<typeof admin>> }> {
  const out = join(folder, `${(packs += 1)}.tar.gz`)
  const run = await admin(`${words} --out ${out}`)
  const at = join(folder, String(packs))
  if (existsSync(out)) {
    execFileSync('mkdir', [at])
    execFileSync('tar', ['-xzf', out, '-C', at])
  }
  return { at, run }
}

const linesIn = (at: string, name: string) =>
  readFileSync(join(at, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)

function checked(at: string): string {
  const page = readFileSync(join(at, 'README.md'), 'utf8')
  const commands = [...page.matchAll(/```sh\n([^]*?)```/g)].map(([, lines]) => lines)
  expect(commands).toHaveLength(5)
  try {
    return execFileSync('sh', ['-c', `exec 2>&1\n${commands.join('\n')}`], { cwd: at, encoding: 'utf8' })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

describe('a pack', () => {
  test('has the order, its text, its proofs and its delivery; its own page checks it offline', async () => {
    const { at, run } = await packed('evidence --reference DBS10001')
    expect(run).toMatchObject({ code: 0, complaint: '' })
    const hash = texts.find(({ language }) => language === 'ur')?.hash ?? ''
    expect(linesIn(at, 'orders.jsonl')).toMatchObject([
      {
        id: order,
        reference: 'DBS10001',
        consent: { language: 'ur', textHash: hash },
        steps: { answer: 'ab'.repeat(32) },
      },
    ])
    const consent = readFileSync(join(at, `consents/${hash}.json`), 'utf8')
    expect(createHash('sha256').update(consent).digest('hex')).toBe(hash)
    expect(readdirSync(join(at, 'consents'))).toHaveLength(texts.length)
    expect(linesIn(at, 'deliveries.jsonl')).toContainEqual(
      expect.objectContaining({ order, deliveredOn: expect.any(String) as string }),
    )
    const actions = linesIn(at, 'audit.jsonl').map(({ action }) => action)
    expect(actions).toEqual(
      expect.arrayContaining(['order.open', 'order.submit', 'consent.give', 'order.settle']),
    )
    expect(checked(at)).toBe('')
  })

  test('is of an order, an agent or a time, too', async () => {
    const today = indiaDate(server().clock.now())
    for (const [asked, count] of [
      [`--order ${order}`, 1],
      [`--agent ${agent.mobile}`, 1],
      [`--from ${today} --to ${today}`, 2],
    ] as const) {
      const orders = linesIn((await packed(`evidence ${asked}`)).at, 'orders.jsonl')
      expect([orders.length, orders.some(({ id }) => id === order)]).toEqual([count, true])
    }
  })

  test('shows a changed order, a row that no head has, a changed head and another manifest', async () => {
    const { at } = await packed('evidence --reference DBS10001')
    const head = `heads/${readdirSync(join(at, 'heads')).find(name => name.endsWith('.txt'))}`
    for (const name of ['orders.jsonl', 'audit.jsonl', head, 'manifest.txt'])
      appendFileSync(join(at, name), '{"forged":true}\n')
    const told = checked(at)
    expect(told).toContain('orders.jsonl: FAILED')
    expect(told).toContain('NOT UNDER A HEAD')
    expect(told).toContain(`NOT SIGNED: ${head}`)
    expect(told).toContain('NOT SIGNED: manifest.txt')
  })

  test('tells rows that no head covers yet, and is written into the trail first', async () => {
    await kyc('DBS10003')
    const { at, run } = await packed('evidence --reference DBS10003')
    expect(run.out).toContain('Audit rows under a signed head: 0, others: 4.')
    expect(linesIn(at, 'audit-attested.jsonl')[0]).toMatchObject({ why: 'not sealed yet' })
    expect(checked(at)).toBe('')
    const written = `action = 'evidence.pack' and subject = 'reference DBS10003'`
    expect(await countRows(server().open.runner, 'audit_events', written)).toBe(1)
  })

  test('says so where a row was changed after its sealing', async () => {
    const db = server().open.runner
    const forged = await kyc('DBS10004')
    await seal()
    await runSql(db, 'alter table audit_events disable trigger append_only')
    await runSql(
      db,
      `update audit_events set outcome = 'other' where action = 'order.settle' and subject = $1`,
      [forged],
    )
    const { at, run } = await packed('evidence --reference DBS10004')
    expect(run.code).toBe(1)
    expect(run.out).toContain('# INCOMPLETE: 1 audit rows are not as they were sealed')
    expect(readFileSync(join(at, 'README.md'), 'utf8')).toMatch(/^# INCOMPLETE: 1 audit rows/)
    await runSql(db, 'alter table audit_events enable trigger append_only')
  })

  test('of nothing, or of what is not said well, is refused in a sentence and not written', async () => {
    for (const [words, why] of [
      ['evidence --reference NONE', 'No order is about that. Nothing was written.'],
      ['evidence --order 7', 'No order is about that.'],
      ['evidence --device ab', 'Say --from and --to as well.'],
      ['evidence --order 7 --reference R', 'Name one of --reference, --order.'],
      ['evidence touched', 'Say --from and --to as well.'],
    ] as const) {
      const { at, run } = await packed(words)
      expect(run.complaint).toContain(why)
      expect(existsSync(at)).toBe(false)
    }
  })
})

describe('whom a breach touched', () => {
  const today = () => indiaDate(server().clock.now())
  const touched = (words: string) => packed(`evidence touched --from ${today()} --to ${today()} ${words}`)
  const rowsOf = (at: string) => readFileSync(join(at, 'touched.csv'), 'utf8').trimEnd().split('\n').slice(1)

  test('is everybody of the time, or those of an agent, a server, a device or a key', async () => {
    const [device] = await runSql<{ unit: string; server: string }>(
      server().open.runner,
      `select device ->> 'unit' as unit, steps ->> 'server' as server from orders where id = $1`,
      [order],
    )
    const [key] = await runSql<{ id: string }>(
      server().open.runner,
      `select encode(substring(mac from 1 for 4), 'hex') as id from audit_events where subject = $1 limit 1`,
      [order],
    )
    const all = rowsOf((await touched('')).at)
    expect(all.length).toBeGreaterThan(1)
    expect(all.some(row => row.startsWith(`DBS10001,${order},${agent.agentId},`))).toBe(true)
    const ofAgent = rowsOf((await touched(`--agent ${agent.mobile}`)).at)
    expect(ofAgent.length).toBeLessThan(all.length)
    expect(ofAgent.every(row => row.includes(agent.agentId))).toBe(true)
    for (const words of [`--server ${device?.server}`, `--key ${key?.id}`, `--device ${device?.unit}`])
      expect(rowsOf((await touched(words)).at)).toContainEqual(expect.stringContaining(order))
    for (const words of ['--server another', '--key 00000000'])
      expect((await touched(words)).run.out + words).not.toMatch(/Orders: [1-9]/)
  })

  test("is told in CERT-In's form, with what a person must fill in marked", async () => {
    const { at } = await touched('')
    const form = readFileSync(join(at, 'cert-in.md'), 'utf8')
    expect(form).not.toContain('{{')
    expect(form).toMatch(/Agents +\| [2-9]/)
    expect(form).toContain('[…]')
    expect(existsSync(join(at, 'orders.jsonl'))).toBe(false)
    expect(checked(at)).toBe('')
  })
})
