import { columnNames } from '@ekyc/contract/console/sheet-lines'
import { describe, expect, test } from 'vitest'

import { withAdmin } from '../../../testing/with-admin.ts'

const { server, admin, json, profile } = await withAdmin()
const { newMobile, signedInAgent } = server

describe('import', () => {
  const importing = (file: string | Uint8Array, words = '--yes') =>
    admin(`agents import agents.csv ${words}`, { files: { 'agents.csv': file } })

  test('adds every agent of the file, with the roles of the line or DBS_AGENT', async () => {
    await server.addAgent({ mobile: newMobile(), role: 'DBS_VIEWER' })
    const good = await importing(
      '\ufeffName,Mobile,roles\r\n"Verma, ""Asha""",9600000001,\r\n\r\nRavi,9600000002,DBS_AGENT DBS_VIEWER\r\n',
    )
    expect(good).toMatchObject({ code: 0, out: 'Agents added: 2.\n' })
    expect((await json('agents list --search 96000000')).agents).toMatchObject([
      { mobile: '9600000001', name: 'Verma, "Asha"', roles: ['DBS_AGENT'], hasPassword: false },
      { mobile: '9600000002', name: 'Ravi', roles: ['DBS_AGENT', 'DBS_VIEWER'] },
    ])
  })

  test('brings staff number, branch and supervisor, by which agents are found, exported and imported again', async () => {
    const [one, two] = [newMobile(), newMobile()]
    const file = [
      'mobile,name,staff_number,branch,supervisor',
      `${one},Asha,B-2291-${one},Camp ${one},Meena`,
      `${two},=Ravi,,Camp ${one},`,
    ].join('\n')
    expect((await admin('agents import new.csv --yes', { files: { 'new.csv': file } })).code).toBe(0)
    const found = async (words: string) =>
      (await json(`agents list ${words}`)).agents.map((agent: { mobile: string }) => agent.mobile)
    expect(await found(`--search b-2291-${one}`)).toEqual([one])
    expect(await found(`--branch "Camp ${one}"`)).toEqual([one, two].toSorted())
    expect(await found(`--branch "Camp ${one}" --supervisor Meena`)).toEqual([one])

    await admin(`agents update ${two} --supervisor Meena`)
    const { out } = await admin('agents export')
    const lines = out.split('\r\n')
    expect(lines[0]).toBe([...Object.values(columnNames), 'status', 'since'].join())
    // The export writes ' before a name that a spreadsheet would run as a formula.
    expect(lines.find(line => line.startsWith(two))).toMatch(
      new RegExp(`^${two},'=Ravi,+Camp ${one},,Meena,+DBS_AGENT,"enabled, no password yet",20`),
    )
    expect((await json('agents export')).agents[0]).not.toHaveProperty('key')
    const again = await admin('agents import all.csv --on-existing update --dry-run', {
      files: { 'all.csv': out },
    })
    expect(again.out).toContain('Agents added: 0.')
  })

  test('tells every bad line and then adds nobody', async () => {
    const known = newMobile()
    await server.addAgent({ mobile: known })
    const run = await importing(
      [
        'mobile,name,email,roles',
        '9610000001,Good,good@bank.example,',
        '961,,nobody,',
        `${known},Known,,`,
        '9610000003,"Open,,',
        '9610000004,Short',
      ].join('\n'),
      '--json',
    )
    expect(run.code).toBe(1)
    expect(JSON.parse(run.out)).toEqual({
      error: 'Nothing was done: 4 lines are wrong.',
      problems: [
        { line: 3, column: 'mobile', problem: 'must be 10 digits and begin with 6, 7, 8 or 9' },
        { line: 3, column: 'name', problem: 'is missing' },
        { line: 3, column: 'email', problem: 'is not an e-mail address' },
        { line: 4, column: 'mobile', problem: 'is an agent already' },
        { line: 5, column: null, problem: 'has a quotation mark that does not belong there' },
        { line: 6, column: null, problem: 'has 2 cells, the first line has 4' },
      ],
    })
    expect((await json('agents list --search 961')).agents).toEqual([])
  })

  test('updates what the file has columns for, and keeps roles, the rest and the session', async () => {
    const { mobile, token } = await signedInAgent()
    await admin(`agents update ${mobile} --email kept@bank.example --address2 Pune`)
    const like = newMobile()
    await admin(`agents add ${like} --name Like --address1 "1 Fort"`)
    const file = [
      'mobile,name,address_line1,address_line2,roles',
      `${mobile},Asha O'Hara,"2 Fort, ""A""",,DBS_VIEWER`,
      `${like},Like,1 Fort,,`,
      '9640000002,New,,,',
    ].join('\n')
    await server.addAgent({ mobile: newMobile(), role: 'DBS_VIEWER' })
    const preview = await importing(file, '--dry-run --on-existing update --json')
    expect(JSON.parse(preview.out)).toMatchObject({
      dryRun: true,
      added: 1,
      updated: 1,
      unchanged: 1,
      skipped: 0,
      lines: [
        { line: 2, mobile, becomes: 'updated', fields: ['name', 'addressLine1', 'addressLine2'] },
        { line: 3, mobile: like, becomes: 'unchanged', fields: [] },
        { line: 4, mobile: '9640000002', becomes: 'added' },
      ],
    })
    const forPeople = await importing(file, '--dry-run --on-existing update')
    expect(forPeople.out).toMatch(/updated +name address_line1 address_line2\n/)
    expect(forPeople.out).toContain('Nothing is written. Agents added: 1. Updated: 1. Like this already: 1.')
    expect((await json('agents list --search 9640000002')).agents).toEqual([])

    const run = await importing(file, '--yes --on-existing update')
    expect(run).toMatchObject({ code: 0, out: 'Agents added: 1. Updated: 1. Like this already: 1.\n' })
    expect((await profile(mobile, token))['user']).toEqual({
      name: "Asha O'Hara",
      mobile,
      email: 'kept@bank.example',
      address: { addressLine1: '2 Fort, "A"', addressLine2: '' },
      assignedRoles: ['DBS_AGENT'],
    })
  })
})

describe('disable --file', () => {
  const disabling = (file: string, words = '--yes --json') =>
    admin(`agents disable --file leavers.csv ${words}`, { files: { 'leavers.csv': file } })

  test('locks out every agent of the file, each with an audit row of its own', async () => {
    const { mobile, token, id: agentId } = await signedInAgent()
    const gone = newMobile()
    await server.addAgent({ mobile: gone })
    await admin(`agents disable ${gone} --yes`)

    const run = await disabling(`left_on,Mobile\n2027-03-01, ${mobile}\n2027-02-01,${gone}\n`)

    expect(JSON.parse(run.out)).toEqual({ disabled: 1, unchanged: 1, sessionsEnded: 1 })
    expect((await profile(mobile, token)).status).toBe(401)
    const rows = (await server.auditRows({ agentId })).filter(({ action }) =>
      action.startsWith('agent.disable'),
    )
    expect(rows).toMatchObject([{ action: 'agent.disable', subject: mobile, outcome: 'done' }])
    const [file] = await server.auditRows({ action: 'agent.disable-many' })
    expect(file?.subject).toMatch(/^2 agents from leavers.csv \(SHA-256 [0-9a-f]{64}\)$/)
  })

  test('with one line that is no agent disables nobody, and tells every such line', async () => {
    const { mobile, token } = await signedInAgent()
    const run = await disabling(`mobile\n${mobile}\n9699999999\n12\n${mobile}`)
    expect(run.code).toBe(1)
    expect(JSON.parse(run.out)).toMatchObject({
      error: 'Nothing was done: 3 lines are wrong.',
      problems: [
        { line: 3, column: 'mobile', problem: 'is no agent' },
        { line: 4, column: 'mobile', problem: 'is no agent' },
        { line: 5, column: 'mobile', problem: 'is in line 2 too' },
      ],
    })
    expect((await profile(mobile, token)).status).toBe(200)
    expect((await disabling('name\nAsha')).complaint).toContain("must name a column 'mobile'")
  })

  test('asks once before', async () => {
    const { mobile } = await signedInAgent()
    expect((await disabling(`mobile\n${mobile}`, '')).complaint).toContain(
      'Disable the agents of this file (1)',
    )
  })
})
