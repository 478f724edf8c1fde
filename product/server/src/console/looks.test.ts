import { describe, expect, test } from 'vitest'

import { runRequestedVerification } from '../acts/audit/audit.ts'
import { sealAuditRows } from '../database/audit/audit-sealer.ts'
import { dayMs } from '../domain/clocks.ts'
import { openOrder } from '../../testing/do-kyc.ts'
import { idNamed } from '../../testing/fixed/id-named.ts'
import { testSeals } from '../../testing/operator-at.ts'
import { consoleOfFile } from '../../testing/test-console.ts'

const bank = await consoleOfFile()
const agentId = await bank.server.addAgent({ mobile: '9620000001' })
const neha = await bank.signIn('supervisor')
for (const name of ['agent.disable', 'agent.enable', 'agent.disable'] as const) {
  bank.server.clock.advance(1_000)
  await neha.call('doAct', { name, input: { agent: agentId }, reason: 'On leave' })
}
const auditor = await bank.signIn('auditor')

describe('the trail', () => {
  test('is shown newest first, by kind, action, agent and person, with masked mobiles', async () => {
    const actions = async (wanted: object) =>
      (await auditor.call('listAudit', wanted)).answer.rows.map(({ action }) => action)
    bank.server.clock.advance(1_000)
    const done = ['agent.disable', 'agent.enable', 'agent.disable']
    expect(await actions({ kind: 'staff', action: 'agent.' })).toEqual(done)
    expect(await actions({ agent: agentId, kind: 'staff' })).toEqual(done)
    expect(await actions({ action: 'agent.enable' })).toEqual(['agent.enable'])
    expect(await actions({ actor: 'NEHA SUPERVISOR', action: 'agent.' })).toEqual(done)
    expect(await actions({ outcome: 'refused' })).toEqual([])
    const { answer } = await auditor.call('listAudit', { agent: agentId })
    expect(answer.rows.at(-1)?.subject).toBe('XXXXXX0001 DBS_AGENT')
    expect(JSON.stringify(answer)).not.toContain('9620000001')
  })

  test('leaves out who only looked, where that is asked for', async () => {
    await auditor.call('listAudit', {})
    bank.server.clock.advance(1_000)
    const actions = async (looks: boolean) =>
      (await auditor.call('listAudit', { kind: 'staff', looks })).answer.rows.map(({ action }) => action)
    expect(await actions(true)).toContain('audit.list')
    const shown = await actions(false)
    expect(shown).toContain('agent.disable')
    expect(shown.filter(action => /\.(?:list|show)$/.test(action))).toEqual([])
  })

  test('goes on page by page, to the very end, without a row twice', async () => {
    for (let looks = 0; looks < 60; looks += 1) await auditor.call('listAudit', { action: 'none' })
    bank.server.clock.advance(1_000)
    const ids: string[] = []
    let after: string | undefined
    do {
      const { answer } = await auditor.call('listAudit', {
        kind: 'staff',
        ...(after && { after }),
        limit: 50,
      })
      ids.push(...answer.rows.map(({ id }) => id))
      after = answer.next
    } while (after !== undefined)
    expect(ids.length).toBeGreaterThan(60)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('is looked at 31 days at a time', async () => {
    const now = bank.server.clock.now()
    const from = (days: number) => new Date(now.getTime() - days * dayMs).toISOString()
    const to = now.toISOString()
    expect((await auditor.call('listAudit', { from: from(31), to })).status).toBe(200)
    expect(await auditor.call('listAudit', { from: from(32), to })).toMatchObject({
      status: 422,
      error: { code: 'refused', message: 'The trail is looked at 31 days at a time.' },
    })
  })

  test('has a page for each sealed row, with its seal', async () => {
    await sealAuditRows(bank.open.runner, testSeals, bank.server.clock.now())
    const { answer } = await auditor.call('getAuditRow', { position: 1 })
    expect(answer).toMatchObject({ position: 1, seal: expect.stringMatching(/^[0-9a-f]{72}$/) })
    expect(await auditor.call('getAuditRow', { position: 999_999 })).toMatchObject({
      status: 422,
      error: { message: expect.stringContaining('no row 999999') },
    })
  })

  test('keeps each look at it', async () => {
    await auditor.call('listAudit', { kind: 'staff', outcome: 'refused' })
    expect((await bank.staffRows()).at(-1)).toMatchObject({
      action: 'audit.list',
      subject: expect.stringContaining('kind staff, outcome refused'),
    })
  })
})

describe('the staff', () => {
  test('are listed by name, page by page, to security alone', async () => {
    const security = await bank.signIn('security')
    for (let at = 0; at < 60; at += 1) await bank.addStaff(['viewer'], `Asha ${String(at).padStart(2, '0')}`)
    const first = (await security.call('listStaff', { limit: 50 })).answer
    const second = (await security.call('listStaff', { limit: 50, after: first.next ?? '' })).answer
    const names = [...first.rows, ...second.rows].map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(names.length)
    expect(second.next).toBeUndefined()
    expect((await auditor.call('listStaff', {})).status).toBe(403)
  })

  test('are shown one by one with their sessions, which security ends at once', async () => {
    const security = await bank.signIn('security')
    const ravi = await bank.signIn('viewer')
    const shown = await security.call('getStaff', { id: ravi.id })
    expect(shown.answer).toMatchObject({ id: ravi.id, sessions: [{ lastSeenOn: expect.any(String) }] })
    const ended = await security.call('doAct', { name: 'staff.end-sessions', input: { staff: ravi.id } })
    expect(ended.answer).toEqual({ done: true, changed: true })
    expect((await ravi.call('getMe')).status).toBe(401)

    const disable = (staff: string) =>
      security.call('doAct', { name: 'staff.disable', input: { staff }, reason: 'Left the bank' })
    await bank.signIn(ravi)
    const disabled = await disable(ravi.id)
    expect(disabled.answer).toEqual({ done: true, changed: true })
    expect((await security.call('getStaff', { id: ravi.id })).answer).toMatchObject({
      disabledOn: expect.any(String),
      sessions: [],
    })
    await expect(bank.signIn(ravi)).rejects.toThrow('cannot sign in')
    const own = await disable(security.id)
    expect(own).toMatchObject({ status: 422, error: { code: 'refused' } })
  })

  test("a person whose name is the id of another is in nobody's way, and two of one name are told apart in the trail", async () => {
    const arjun = await bank.addStaff(['viewer'], 'Arjun Rao')
    await bank.addStaff(['viewer'], arjun.id)
    const other = await bank.signIn(await bank.addStaff(['viewer'], 'Arjun Rao'))
    await bank.signIn(arjun)
    const actors = (await bank.staffRows())
      .filter(({ actor }) => actor.startsWith('Arjun Rao'))
      .map(({ actor }) => actor)
    expect(new Set(actors).size).toBe(2)
    const security = await bank.signIn('security')
    const disable = { name: 'staff.disable', input: { staff: arjun.id }, reason: 'On leave' } as const
    const { answer } = await security.call('doAct', disable)
    expect(answer).toEqual({ done: true, changed: true })
    expect((await other.call('getMe')).status).toBe(200)
  })
})

test('messages are listed with what holds them, never with a text or a whole mobile', async () => {
  const ravi = await bank.signIn('support')
  const agent = await bank.server.addAgent({ mobile: '9620000002' })
  await ravi.call('doAct', { name: 'agent.send-otp', input: { agent } })
  // The console only asks: a server makes the code.
  expect((await ravi.call('listMessages', {})).answer.rows).toEqual([])
  await bank.server.sendRequestedOtps()
  const { answer } = await ravi.call('listMessages', {})
  expect(answer).toMatchObject({
    rows: [{ kind: 'sms', state: 'waiting', mobile: 'XXXXXX0002', attempts: 0 }],
    isMore: false,
  })
  expect(Object.keys(answer.rows[0] ?? {})).not.toContain('body')

  const [message] = answer.rows
  const alone = await ravi.call('listMessages', { state: 'dead', message: message?.id ?? '' })
  expect(alone.answer.rows).toEqual([message])
  const unknown = '0196f3a1-0000-7000-8000-000000000000'
  expect((await ravi.call('listMessages', { message: unknown })).answer.rows).toEqual([])
  expect((await (await bank.signIn('viewer')).call('listMessages', {})).status).toBe(403)
})

test('who waits for a decision is listed with needs, and decided once, by a supervisor alone', async () => {
  const { server } = bank
  const agent = await server.signedInAgent('9620000003')
  const { token } = agent
  const { orderId: order } = await openOrder(server, agent, 'DBS10001')
  const told = { username: '9620000003', orderId: order, reason: 'missing', needs: ['seeing'] }
  await server.call('recordException', told, { token })

  const supervisor = await bank.signIn('supervisor')
  expect((await supervisor.call('listExceptions', {})).answer).toMatchObject({
    rows: [
      {
        order,
        reference: 'DBS10001',
        reason: 'missing',
        needs: ['seeing'],
        isOverdue: false,
        agent: { id: agent.id },
      },
    ],
    isMore: false,
  })

  const { orderId: other } = await openOrder(server, agent, 'DBS10002')
  const around = async () =>
    (await supervisor.call('listExceptions', { around: order })).answer.rows.map(row => row.order)
  expect(await around()).toEqual([order])
  server.clock.advance(1_000)
  await server.call('recordException', { ...told, orderId: other }, { token })
  expect(await around()).toEqual([order, other])

  const act = { name: 'exception.decide', input: { order, decision: 'other_way_accepted' } } as const
  const help = await bank.signIn('support')
  expect((await help.call('doAct', act)).status).toBe(403)
  expect((await supervisor.call('doAct', act)).answer).toEqual({ done: true, changed: true })
  expect((await help.call('listExceptions', { state: 'decided' })).answer.rows).toMatchObject([
    { order, needs: [], decision: 'other_way_accepted', decidedBy: 'Neha supervisor' },
  ])
  expect((await supervisor.call('listExceptions', {})).answer.rows).toMatchObject([{ order: other }])
  expect((await (await bank.signIn('viewer')).call('listExceptions', {})).status).toBe(403)
})

describe('the chain', () => {
  test('is exported with a fresh proof, masked mobiles, and the head that proves it later', async () => {
    await sealAuditRows(bank.open.runner, testSeals, bank.server.clock.now())
    const refused = await auditor.call('exportAudit', {})
    expect(refused).toMatchObject({ status: 412, error: { code: 'proof_needed' } })
    expect((await bank.staffRows()).at(-1)).toMatchObject({ action: 'audit.export', outcome: 'refused' })
    await bank.prove(auditor, 'audit.export', { from: bank.server.clock.now().toISOString() })
    expect((await auditor.call('exportAudit', {})).status).toBe(412)
    await bank.prove(auditor, 'audit.export', {})
    const { answer } = await auditor.call('exportAudit', {})
    expect(answer).toMatch(/"subject":"XXXXXX0001[^]*\n\{"head":.*"signature":/)
    expect(answer).not.toContain('9620000001')
    expect((await bank.staffRows()).at(-1)).toMatchObject({ action: 'audit.export', outcome: 'done' })
    const tooLong = await auditor.call('exportAudit', { from: '2025-01-01T00:00:00.000Z' })
    expect(tooLong).toMatchObject({ status: 422, error: { code: 'refused' } })
  })

  test('is verified by a server as asked, and the trail keeps who asked and the result', async () => {
    const { runner } = bank.open
    await sealAuditRows(runner, testSeals, bank.server.clock.now())
    const { sealed } = (await auditor.call('getChain', {})).answer
    expect((await auditor.call('verifyAudit', {})).status).toBe(200)
    const asked = { askedBy: expect.stringMatching(/^Neha auditor \(staff /), position: 0 }
    expect((await auditor.call('getChain', {})).answer).toEqual({
      sealed,
      verification: { ...asked, askedOn: expect.any(String) },
    })
    await verify()
    const rows = sealed?.position
    expect((await auditor.call('getChain', {})).answer.verification).toMatchObject({
      ...asked,
      position: rows,
      problems: [],
    })
    const { answer } = await auditor.call('listAudit', { action: 'audit.verify', kind: 'system' })
    expect(answer.rows).toMatchObject([
      { subject: expect.stringMatching(`^${rows} rows, 0 problems, asked for by Neha`) },
    ])
    expect((await (await bank.signIn('supervisor')).call('verifyAudit', {})).status).toBe(403)
  })

  test('with a changed row is told as such, and where', async () => {
    await bank.sql(`alter table audit_events disable trigger append_only;
       update audit_events set actor = 'somebody else' where position = 2`)
    await auditor.call('verifyAudit', {})
    await verify()
    const { verification } = (await auditor.call('getChain', {})).answer
    expect(verification?.problems).toEqual(['2: changed after it was sealed'])
  })

  async function verify(): Promise<void> {
    const { runner } = bank.server.open
    const { signal } = new AbortController()
    await runRequestedVerification({ runner, seals: testSeals, now: bank.server.clock.now }, signal)
    bank.server.clock.advance(1_000)
  }
})

/** Stands last: nobody has sealed its rows. */
test('the trail is searched 20,000 rows at a time, and the answer tells how far', async () => {
  const agent = idNamed('much written about')
  const at = bank.server.clock.now()
  await bank.server.sql(
    `insert into audit_events (id, happened_on, actor_kind, agent_id, actor, action, subject, outcome)
     select gen_random_uuid(), $1::timestamptz - n * interval '1 s', 'system', $2, 'server', 'session.' || n, '', 'done'
     from generate_series(1, 20002) n`,
    [at, agent],
  )
  const search = async (wanted: object) =>
    (await auditor.call('listAudit', { agent, action: 'session.20002', ...wanted })).answer
  const first = await search({})
  expect(first).toMatchObject({
    rows: [],
    lookedUntil: new Date(at.getTime() - 20_000_000).toISOString(),
  })
  const second = await search({ after: first.next })
  expect(second.rows.map(({ action }) => action)).toEqual(['session.20002'])
  expect(second).not.toHaveProperty('next')
})
