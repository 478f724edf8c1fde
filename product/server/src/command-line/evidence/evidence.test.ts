import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { systemEvent } from '../../domain/audit/audit-events.ts'
import { checked, linesIn, withEvidence } from '../../../testing/with-evidence.ts'

const { server, admin, first, texts, kyc, seal, packed, touched } = await withEvidence()

describe('a pack', () => {
  test('has the order, its text, its proofs and its delivery; its own page checks it offline', async () => {
    const { at, run } = await packed('evidence --reference DBS10001')
    expect(run).toMatchObject({ code: 0, complaint: '' })
    const hash = texts.find(({ language }) => language === 'ur')?.hash ?? ''
    expect(linesIn(at, 'orders.jsonl')).toMatchObject([
      {
        id: first.order,
        reference: 'DBS10001',
        consent: { language: 'ur', textHash: hash },
        steps: { answer: 'ab'.repeat(32) },
      },
    ])
    const consent = readFileSync(join(at, `consents/${hash}.json`), 'utf8')
    expect(createHash('sha256').update(consent).digest('hex')).toBe(hash)
    expect(readdirSync(join(at, 'consents'))).toHaveLength(texts.length)
    expect(linesIn(at, 'deliveries.jsonl')).toContainEqual(
      expect.objectContaining({ order: first.order, deliveredOn: expect.any(String) as string }),
    )
    const actions = linesIn(at, 'audit.jsonl').map(({ action }) => action)
    expect(actions).toEqual(
      expect.arrayContaining(['order.open', 'order.submit', 'consent.give', 'order.settle']),
    )
    expect(checked(at)).toBe('')
  })

  test('is for its account alone, and leaves nothing where it cannot be written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'packs-'))
    const out = join(folder, '10:30.tar.gz')
    expect(await admin(`evidence --reference DBS10001 --out ${out}`)).toMatchObject({ code: 0 })
    expect(statSync(out).mode & 0o077).toBe(0)
    const { at } = await packed('evidence --reference DBS10001')
    expect(statSync(join(at, 'orders.jsonl')).mode & 0o077).toBe(0)
    mkdirSync(join(folder, 'taken'))
    await expect(admin(`evidence --reference DBS10001 --out ${join(folder, 'taken')}`)).rejects.toThrow(
      'directory',
    )
    expect(readdirSync(folder)).toEqual(['10:30.tar.gz', 'taken'])
    rmSync(folder, { recursive: true })
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

  test.runIf(existsSync('/proc/self/fd'))(
    'keeps few files open, however many heads its rows have',
    async () => {
      const agent = await server.signedInAgent()
      const heads = 200
      for (let head = 0; head < heads; head += 1) {
        await server.open.database.audit.append(
          systemEvent({
            at: server.clock.now(),
            agentId: agent.id,
            action: 'session.end',
            subject: String(head),
            outcome: 'done',
          }),
        )
        await seal()
      }
      const opened = () => readdirSync('/proc/self/fd').length
      const before = opened()
      let most = before
      const watching = setInterval(() => (most = Math.max(most, opened())), 0)
      const { at } = await packed(`evidence --agent ${agent.mobile}`)
      clearInterval(watching)
      expect(readdirSync(join(at, 'heads')).length).toBeGreaterThanOrEqual(3 * heads)
      expect(most - before).toBeLessThan(heads / 4)
    },
  )

  test('says so where a row was changed after its sealing', async () => {
    const forged = await kyc('DBS10004')
    await seal()
    await server.sql('alter table audit_events disable trigger append_only')
    await server.sql(
      `update audit_events set outcome = 'other' where action = 'order.settle' and subject = $1`,
      [forged],
    )
    const { at, run } = await packed('evidence --reference DBS10004')
    expect(run.code).toBe(1)
    expect(run.out).toContain('# INCOMPLETE: 1 audit rows are not as they were sealed')
    expect(readFileSync(join(at, 'README.md'), 'utf8')).toMatch(/^# INCOMPLETE: 1 audit rows/)
    await server.sql('alter table audit_events enable trigger append_only')
  })

  test('of nothing, or of what is not said well, is refused in a sentence and not written', async () => {
    for (const [words, why] of [
      ['evidence --reference NONE', 'No order is about that. Nothing was written.'],
      ['evidence --order 7', 'No order is about that.'],
      ['evidence --device ab', 'Say --from and --to as well.'],
      ['evidence --order 7 --reference R', 'Name one of --reference, --order.'],
      ['evidence --order 7 --from 2027-01-01', 'Leave out --from and --to: --order has all its days.'],
      ['evidence touched', 'Say --from and --to as well.'],
    ] as const) {
      const { at, run } = await packed(words)
      expect(run.complaint).toContain(why)
      expect(existsSync(at)).toBe(false)
    }
  })
})

describe('whom a breach touched', () => {
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
