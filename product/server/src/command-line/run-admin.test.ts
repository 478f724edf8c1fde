import { describe, expect, test } from 'vitest'

import { adminCommands as commands } from '../../testing/admin-commands.ts'
import { alertToClose, everyCommand, filesOfCommands, personOfStaff } from '../../testing/every-command.ts'
import { operatorAt } from '../../testing/operator-at.ts'
import type { TrailRow } from '../../testing/test-server.ts'
import { withAdmin } from '../../testing/with-admin.ts'

const { server, admin } = await withAdmin()
await server.signedInAgent('9400000001')
for (const statement of [alertToClose, personOfStaff]) await server.sql(statement)

const auditRows = () => server.auditRows({ actorKind: 'admin' })

async function recordedBy(work: () => Promise<unknown>): Promise<TrailRow[]> {
  const before = new Set((await auditRows()).map(({ id }) => id))
  await work()
  return (await auditRows()).filter(({ id }) => !before.has(id))
}

describe('every action', () => {
  test('leaves exactly one audit row that names the operator, and answers valid JSON', async () => {
    for (const [words, action, subject, outcome = 'done'] of everyCommand) {
      const added = await recordedBy(async () => {
        const run = await admin(`${words} --json --operator "Priya N"`, { files: filesOfCommands })
        expect({ words, ...run }).toMatchObject({ code: 0, complaint: '' })
        expect(JSON.parse(run.out)).toBeTypeOf('object')
      })
      const ofImport = action === 'agent.import'
      const own = added.filter(row => !ofImport || row.action !== 'agent.add')
      expect(added.length - own.length).toBe(ofImport ? 1 : 0)
      expect(own).toMatchObject([{ actor: 'Priya N (account priya)', action, outcome }])
      expect(own[0]?.subject).toContain(subject)
    }
  })

  test('is in the table above, and none is forgotten', () => {
    const streamed = ['audit export', 'evidence pack', 'evidence touched']
    const ofOwnTests = ['audit prove-restore', 'compliance', 'exceptions decide']
    // A job's pieces have their own rows.
    const unrecorded = ['config check', 'config seal', 'doctor', 'jobs run']
    const onClusters = ['database distribute']
    const tried = everyCommand.map(([words]) => commands.find(({ name }) => words.startsWith(name))?.name)
    expect(new Set([...tried, ...streamed, ...ofOwnTests, ...unrecorded, ...onClusters])).toEqual(
      new Set(commands.map(({ name }) => name)),
    )
  })

  test('answers people with a table or a sentence', async () => {
    const { out } = await admin('agents list --search Two')
    expect(out).toMatch(/^Mobile +Name +Branch +Status +Roles +Since\n-+  /)
    expect(out).toMatch(/9400000002 +Two +enabled, no password yet +DBS_AGENT +2027-03-10 12:00:00\n$/)
  })

  test('that is refused leaves its row too, says why and ends with 1', async () => {
    const added = await recordedBy(async () => {
      const run = await admin('agents disable 9499999999 --yes --json')
      expect(run).toMatchObject({ code: 1, complaint: 'There is no agent with the mobile 9499999999.\n' })
      expect(JSON.parse(run.out)).toEqual({ error: 'There is no agent with the mobile 9499999999.' })
    })
    // The audit row masks a mobile number that belongs to no agent, since it may be anybody's.
    expect(added).toMatchObject([{ action: 'agent.disable', subject: 'XXXXXX9999', outcome: 'refused' }])
  })

  test('is undone where its audit row cannot be written', async () => {
    await server.sql(
      `alter table audit_events add constraint no_room check (action <> 'agent.disable') not valid`,
    )
    await expect(admin('agents disable 9400000001 --yes')).rejects.toThrow('no_room')
    await server.sql('alter table audit_events drop constraint no_room')
    const { out } = await admin('agents show 9400000001 --json')
    expect(JSON.parse(out)).toMatchObject({ disabledOn: null })
  })

  test('never tells a password hash, a token or its hash', async () => {
    const { token } = await server.signedInAgent('9400000003')
    const [row] = await server.sql<{
      hash: string
      token: string
    }>(`select password_hash as hash, encode(token_hash, 'hex') as token from agents
          join sessions on agent_id = agents.id where mobile = '9400000003'`)
    for (const words of ['agents show 9400000003', 'agents list', 'sessions list 9400000003']) {
      const { out } = await admin(`${words} --json`)
      for (const secret of [row?.hash, row?.token, token]) expect(out).not.toContain(secret)
    }
  })
})

describe('what cannot be undone', () => {
  const words = 'agents disable 9400000003'

  test('is refused where nobody can be asked, and nothing is done', async () => {
    const added = await recordedBy(async () => {
      const run = await admin(words)
      expect(run).toMatchObject({ code: 1, complaint: expect.stringContaining('say --yes') })
    })
    expect(added).toEqual([])
  })

  test('is asked first: anything but yes leaves it', async () => {
    for (const answer of ['', 'n', 'nope'])
      expect(await admin(words, { answer })).toMatchObject({
        code: 1,
        asked: ['Disable 9400000003 and end all sessions of this agent? [y/N] '],
        complaint: 'Nothing was done.\n',
      })
    expect(await admin(words, { answer: 'y' })).toMatchObject({ code: 0, out: /is disabled/ })
  })
})

test.each([
  ['--json', 'Which command?'],
  ['agents', "'agents' needs one of: add, import, export, list"],
  ['agents fly', "There is no command 'agents fly', only add"],
  ['fly', "There is no command 'fly'."],
  ['fly --help', "There is no command 'fly'."],
  ['agents show', 'MOBILE is missing'],
  ['agents show 9400000001 9400000002', "'9400000002' is not expected here."],
  ['agents add 9400000007', '--name is missing'],
  ['agents list --colour', "Unknown option '--colour'."],
  ['agents list --limit 0', '--limit must be a whole number from 1 to 10000'],
  ['agents list --status gone', '--status must be one of enabled'],
  ['orders list 9400000001 --from 2026-02-30', '--from must be a day'],
  ['orders list 9400000001 --from 2026-03-02 --to 2026-03-01', '--to must not be a day before --from.'],
  ['outbox retry', 'Name one message, or --all of them.'],
  ['agents disable', 'Name one MOBILE, or a --file of them.'],
  ['agents disable 9400000001 --file leavers.csv', 'Name one MOBILE, or a --file of them.'],
  ['agents change-mobile 9400000001', 'NEW is missing'],
])(
  "the wrong command line '%s' ends with 2, says what is wrong and does nothing",
  async (words, sentence) => {
    const added = await recordedBy(async () => {
      const run = await admin(words)
      expect(run).toMatchObject({ code: 2, out: '', complaint: expect.stringContaining(sentence) })
      expect(run.complaint).toContain('--help')
    })
    expect(added).toEqual([])
  },
)

/** A database that no command can reach. */
const away = operatorAt({ databaseUrl: 'postgres://nowhere', now: server.clock.now })

test('--version tells version and commit, and touches no database', async () => {
  const { code, out } = await away('--version')
  expect(code).toBe(0)
  expect(out).toMatch(/^\d+\.\d+\.\d+ \([\w.-]+\)\n$/)
})

describe('help', () => {
  test.each([
    ['help', '--help'],
    ['help agents', 'agents --help'],
    ['help agents add', 'agents add --help'],
    ['', '--help'],
  ])("'%s' is the same as '%s'", async (words, dashes) => {
    const [asked, expected] = [await admin(words), await admin(dashes)]
    expect(asked).toEqual(expected)
    expect(asked.code).toBe(0)
  })

  test('is on top, names every command and touches no database', async () => {
    const { code, out } = await away('--help')
    expect(code).toBe(0)
    for (const { name, summary } of commands) expect(out).toMatch(new RegExp(`${name} +${summary}`))
  })

  test.each(commands.map(({ name }) => name))('is on %s, with its arguments and options', async name => {
    const command = commands.find(one => one.name === name)
    const { code, out } = await admin(`${name} --help`)
    expect(code).toBe(0)
    expect(out).toContain(`Usage: npm run admin -- ${name}`)
    for (const word of command?.arguments ?? []) expect(out).toContain(word.description)
    for (const option of command?.options ?? []) expect(out).toContain(option.long)
  })
})
