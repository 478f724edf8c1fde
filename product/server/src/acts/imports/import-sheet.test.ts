import { onExistingChoices, type SheetField } from '@ekyc/contract/console/sheet-lines'
import { expect, test } from 'vitest'

import { preparedImport, type Sheet } from '../../../testing/prepared-import.ts'
import { addStaff } from '../../../testing/staff.ts'
import { withAdmin } from '../../../testing/with-admin.ts'
import { addLines, dropImport, planImport, showImport } from './import-sheet.ts'

const { server, admin } = await withAdmin()
const maker = await addStaff(server, { name: 'Asha', roles: ['supervisor'] })
const approver = await addStaff(server, { name: 'Bhanu', roles: ['security'] })
const { sql } = server
const page = { afterRight: 0, afterLine: 0, limit: 200 }
const shown = async (id: string) => maker.perform(showImport, { id, ...page })

let series = 9_700
const newSeries = () => {
  series += 1
  return (index: number) => `${series}${String(index).padStart(6, '0')}`
}

async function addAgent(mobile: string, name: string): Promise<string> {
  const id = await server.addAgent({ mobile })
  await sql(`update agents set name = $1 where id = $2`, [name, id])
  return id
}

async function decided(of: { id: string; hash: string | undefined }) {
  const number = await maker.propose('agent.import', { import: of.id, hash: of.hash })
  await approver.vote(number)
  const run = await admin('jobs run --json')
  expect(run).toMatchObject({ code: 0, complaint: '' })
  return approver.show(number)
}

test('while a proposal decides on an import, nobody proposes it again or changes its lines', async () => {
  const mobile = newSeries()
  const { id, hash } = await preparedImport(maker, { rows: [[mobile(1), 'Zainab Sheikh']] })
  const propose = () => maker.propose('agent.import', { import: id, hash })
  const both = await Promise.allSettled([propose(), propose()])
  const [number = 0] = both.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
  const refusals = both.flatMap(one => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(refusals).toEqual([expect.stringContaining(`Proposal ${number} decides on this import.`)])
  const again = { id, onExisting: 'skip', leaveOut: false } as const
  for (const change of [
    () => maker.perform(planImport, again),
    () => maker.perform(addLines, { id, lines: [{ line: 3, cells: [mobile(2), 'Harish Gowda'] }] }),
    () => maker.perform(dropImport, { id }),
  ])
    await expect(change()).rejects.toThrow(`Proposal ${number} decides on this import.`)
  expect((await shown(id)).import).toMatchObject({ state: 'planned', proposal: number })
  await approver.vote(number, 'deny', { comment: 'Not this month.' })
  expect((await shown(id)).import.proposal).toBeUndefined()
  expect(await propose()).toBeGreaterThan(number)
})

test('a sheet becomes agents after a second person, each with its row in the trail', async () => {
  const mobile = newSeries()
  const known = mobile(3)
  const id = await addAgent(known, 'Sunita Pawar')
  const planned = await preparedImport(maker, {
    columns: ['mobile', 'name', 'branch'],
    rows: [
      [`+91 ${mobile(1).slice(0, 5)} ${mobile(1).slice(5)}`, 'Zainab Sheikh', 'Sinnar'],
      [`'${mobile(2)}`, 'Harish Gowda', ''],
      [known, 'Sunita Pawar', 'Sinnar'],
    ],
    onExisting: 'update',
  })
  expect(planned.counts).toEqual({ added: 2, updated: 1, unchanged: 0, skipped: 0, wrong: 0 })
  expect((await shown(planned.id)).rows).toMatchObject([
    { line: 2, mobile: mobile(1), becomes: 'added' },
    { line: 3, mobile: mobile(2), becomes: 'added' },
    {
      line: 4,
      becomes: 'updated',
      fields: ['branch'],
      before: { branch: '' },
      details: { branch: 'Sinnar' },
    },
  ])

  const number = await maker.propose('agent.import', { import: planned.id, hash: planned.hash })
  expect(await approver.show(number)).toMatchObject({
    isJob: true,
    import: planned.id,
    changes: [{ field: 'import', now: '', becomes: 'november.xlsx', rows: 3 }],
    effect: { added: 2, updated: 1 },
  })
  expect(await sql(`select 1 from agents where mobile = $1`, [mobile(1)])).toEqual([])
  expect(await approver.vote(number)).toMatchObject({ state: 'approved' })
  expect((await admin('jobs run')).out).toBe('Jobs run: import.\n')
  expect(await approver.show(number)).toMatchObject({ state: 'applied', result: '3 of 3 done.' })

  expect(
    await sql(
      `select name, branch, array(select role_id from agent_roles where agent_id = id) as roles
       from agents where mobile like $1 order by mobile`,
      [`${series}%`],
    ),
  ).toEqual([
    { name: 'Zainab Sheikh', branch: 'Sinnar', roles: ['DBS_AGENT'] },
    { name: 'Harish Gowda', branch: '', roles: ['DBS_AGENT'] },
    { name: 'Sunita Pawar', branch: 'Sinnar', roles: ['DBS_AGENT'] },
  ])
  expect(await server.auditRows({ agentId: id, action: 'agent.update' })).toMatchObject([
    {
      actor: expect.stringMatching(/^Asha \(staff /),
      subject: `XXXXXX${known.slice(6)} branch`,
    },
  ])
  expect((await server.auditRows({ action: 'agent.import' })).map(({ subject }) => subject)).toContain(
    `november.xlsx, lines 2 to 4, proposal ${number} of Asha, approved by Bhanu`,
  )
})

test('hostile lines are told line by line, on each page, and nothing of them is done', async () => {
  const mobile = newSeries()
  const columns: SheetField[] = ['mobile', 'name', 'roles']
  const hostile: [cells: (index: number) => string[], field: SheetField, problem: string][] = [
    [() => ['98765', 'A', ''], 'mobile', 'must be 10 digits'],
    [() => [mobile(0), 'A', ''], 'mobile', 'is in line 2 too'],
    [index => [mobile(index), '=HYPERLINK("https://a.example")', ''], 'name', 'is a formula'],
    [index => [mobile(index), 'a\u0000b', ''], 'name', 'cannot be shown'],
    [index => [mobile(index), 'a\ud800b', ''], 'name', 'cannot be shown'],
    [index => [mobile(index), 'A', "DBS_AGENT');drop table agents"], 'roles', 'which is no role'],
  ]
  const kinds = Array.from({ length: 70 }, () => hostile).flat()
  const rows = [[mobile(0), 'Good', ''], ...kinds.map(([cells], index) => cells(index + 1))]
  const before = await server.countRows('agents')

  const { id, hash, counts } = await preparedImport(maker, { columns, rows })
  expect(counts).toMatchObject({ added: 1, wrong: kinds.length })
  const told = []
  for (let afterLine = 0; told.length < kinds.length; afterLine = told.at(-1)?.line ?? 0)
    told.push(...(await maker.perform(showImport, { ...page, id, show: 'wrong', afterLine })).rows)
  expect(told.map(({ line, problems }) => ({ line, problems }))).toEqual(
    kinds.map(([, field, problem], index) => ({
      line: index + 3,
      problems: expect.arrayContaining([{ field, problem: expect.stringContaining(problem) }]),
    })),
  )

  await expect(maker.propose('agent.import', { import: id, hash })).rejects.toThrow('Lines are wrong (420)')
  expect(await server.countRows('agents')).toBe(before)
  const left = await maker.perform(planImport, { id, onExisting: 'refuse', leaveOut: true })
  expect(await decided(left)).toMatchObject({ state: 'applied', result: '1 of 1 done.' })
  expect(await server.countRows('agents')).toBe(before + 1)
})

test.each(onExistingChoices)('an agent who is there already: %s', async onExisting => {
  const mobile = newSeries()
  await addAgent(mobile(1), 'Asha')
  const { counts } = await preparedImport(maker, { rows: [[mobile(1), 'Other']], onExisting })
  const becomes = { refuse: 'wrong', skip: 'skipped', update: 'updated' }[onExisting]
  expect(Object.entries(counts).filter(([, lines]) => lines > 0)).toEqual([[becomes, 1]])
})

test('what was approved is exactly what is done: a line or an agent that has changed since stops it', async () => {
  const mobile = newSeries()
  await addAgent(mobile(1), 'Asha')
  const sheet: Sheet = {
    rows: [
      [mobile(1), 'Other'],
      [mobile(2), 'New'],
    ],
    onExisting: 'update',
  }
  const first = await preparedImport(maker, sheet)
  const number = await maker.propose('agent.import', { import: first.id, hash: first.hash })
  await approver.vote(number)
  expect((await admin(`agents update ${mobile(1)} --name Third`)).code).toBe(0)
  await admin('jobs run')
  expect(await approver.show(number)).toMatchObject({ state: 'conflicted' })
  expect(await shown(first.id)).toMatchObject({
    import: { state: 'planned', problem: expect.stringContaining('have changed since') },
  })

  const again = await maker.perform(planImport, {
    id: first.id,
    onExisting: 'update',
    leaveOut: false,
    again: true,
  })
  const second = await maker.propose('agent.import', { import: again.id, hash: again.hash })
  await sql(
    `update import_lines set details = jsonb_set(details, '{name}', '"Sneaked in"') where import_id = $1 and line = 3`,
    [again.id],
  )
  await approver.vote(second)
  await admin('jobs run')
  expect(await approver.show(second)).toMatchObject({ state: 'conflicted' })
  expect(await sql(`select name from agents where mobile like $1`, [`${series}%`])).toEqual([
    { name: 'Third' },
  ])
})

test('nobody changes an agent whom an import has taken hold of, nor adds a mobile of it', async () => {
  const mobile = newSeries()
  await addAgent(mobile(1), 'Asha')
  const bystander = mobile(9)
  await server.addAgent({ mobile: bystander })
  const planned = await preparedImport(maker, {
    rows: [
      [mobile(1), 'Other'],
      [mobile(2), 'New'],
    ],
    onExisting: 'update',
  })
  await sql(`update imports set state = 'applying' where id = $1`, [planned.id])
  const held = 'An import is changing this agent'
  for (const words of [
    `agents update ${mobile(1)} --name Third`,
    `agents disable ${mobile(1)} --yes`,
    `roles revoke ${mobile(1)} DBS_AGENT --yes`,
    `agents change-mobile ${bystander} ${mobile(2)} --yes`,
    `agents add ${mobile(2)} --name New`,
  ])
    expect(await admin(words)).toMatchObject({ code: 1, complaint: expect.stringContaining(held) })
  expect((await admin(`agents show ${mobile(1)}`)).code).toBe(0)
  expect((await admin(`agents disable ${bystander} --yes`)).code).toBe(0)
  await sql(`update imports set state = 'planned' where id = $1`, [planned.id])
  expect((await admin(`agents update ${mobile(1)} --name Third`)).code).toBe(0)
})

test('only its maker changes an import, and nobody once it is applied', async () => {
  const mobile = newSeries()
  const other = await addStaff(server, { name: 'Chitra', roles: ['supervisor'] })
  const list = await preparedImport(maker, { rows: [[mobile(1), 'New']] })
  await expect(other.perform(dropImport, { id: list.id })).rejects.toThrow('Somebody else makes this import')
  await decided(list)
  await expect(maker.perform(dropImport, { id: list.id })).rejects.toThrow('is applied')
  const dropped = await preparedImport(maker, { rows: [[mobile(2), 'New']] })
  await maker.perform(dropImport, { id: dropped.id })
  expect(await server.countRows('import_lines', `import_id = '${dropped.id}'`)).toBe(0)
})
