import { globSync } from 'node:fs'
import { join } from 'node:path'

import { rights, staffRoles, type ActName } from '@ekyc/contract/console/acts'
import { describe, expect, test } from 'vitest'

import type { Maker } from '../domain/staff/permissions.ts'
import { everyCommand } from '../../testing/every-command.ts'
import { operatorAt } from '../../testing/operator-at.ts'
import { addStaff } from '../../testing/staff.ts'
import { serverOfFile } from '../../testing/test-server.ts'
import type { Act } from './act.ts'
import { acts } from './acts.ts'
import { NotPermitted, InvalidActInput } from './perform.ts'

const server = await serverOfFile()
const { as: doorOf } = await addStaff(server, { name: 'Asha', roles: ['viewer'] })

const idsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`)
const noList = { filters: { branch: 'nowhere' }, at: '2027-03-10T06:30:00.000Z' }
const nobody = '9499999999'
const noId = '01890000-0000-7000-8000-000000000000'
const linesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ line: index + 2, details: { mobile: nobody } }))
const details = { mobile: nobody, name: '', roles: [] }
const ofNobody = { agent: nobody }
const mayDo = { agent: nobody, privilege: 'DO_EKYC_APP' }
const someImport = { import: '01890000-0000-7000-8000-000000000000', hash: '0'.repeat(64) }
const hasRole = { agent: nobody, role: 'DBS_AGENT' }

/**
 * Each row says who may do an act, in the order of `staffRoles`: d does it, p proposes it to a second person, -
 * neither. Its input changes nothing.
 */
const table: [act: ActName, may: string, input: unknown][] = [
  ['agent.list', 'ddddd', { sort: 'mobile', direction: 'up', limit: 1 }],
  ['agent.show', 'ddddd', ofNobody],
  ['agent.export', '--ddd', {}],
  ['agent.add', '--d--', details],
  ['agent.update', '-dd--', { ...ofNobody, changes: { branch: 'Fort' } }],
  ['agent.record-kyc', '--d--', { ...ofNobody, changes: { risk: 'low' } }],
  ['alert.list', 'ddddd', { states: ['new'], limit: 1 }],
  ['alert.take', '--d-d', { number: 999 }],
  ['alert.close', '--d-d', { number: 999, why: 'nothing' }],
  ['agent.unlock', '-dd--', ofNobody],
  ['agent.lift-limits', '-dd--', ofNobody],
  ['agent.send-otp', '-dd--', ofNobody],
  ['agent.reset-password', '-dd--', ofNobody],
  ['agent.reset-passkeys', '-dd--', ofNobody],
  ['agent.enable', '--d--', ofNobody],
  ['agent.disable', '-dd-d', ofNobody],
  ['agent.disable-many', '--d-d', { lines: linesOf(10), source: 'a list' }],
  ['agent.disable-many', '--p-p', { lines: linesOf(11), source: 'a list' }],
  ['agent.disable-many', '--d-d', { agents: idsOf(10) }],
  ['agent.disable-many', '--p-p', { agents: idsOf(11) }],
  ['agent.disable-many', '--p-p', { marked: noList }],
  ['agent.enable-many', '--d-p', { agents: idsOf(10) }],
  ['agent.enable-many', '--p-p', { agents: idsOf(11) }],
  ['agent.change-mobile', '-pp--', { ...ofNobody, to: '9499999998' }],
  ['agent.import', '--p--', someImport],
  ['agent.trail', '-dddd', { agent: noId, limit: 1, looks: false }],
  ['agent.show-mobile', '-dddd', { agent: noId, reason: 'they asked' }],
  ['import.prepare', '--d--', { name: 'a.csv', columns: ['mobile', 'name'] }],
  ['import.show', '--d-d', { id: someImport.import, afterRight: 0, afterLine: 0, limit: 1 }],
  ['agent.erase', '--p--', ofNobody],
  ['role.list', 'ddddd', {}],
  ['role.grant', '--p-p', hasRole],
  ['role.revoke', '--d-d', hasRole],
  ['privilege.withhold', '--d-d', mayDo],
  ['privilege.restore', '--p-p', mayDo],
  ['session.list', 'ddddd', { limit: 1 }],
  ['session.end', '-dd-d', ofNobody],
  ['order.list', 'ddddd', { ...ofNobody, limit: 1 }],
  ['order.find', 'ddddd', { text: 'none', limit: 1 }],
  ['order.page', 'ddddd', { reference: 'none', limit: 1 }],
  ['order.show', 'ddddd', { id: '01890000-0000-7000-8000-000000000000' }],
  ['exception.list', '-dddd', { state: 'open', limit: 1 }],
  ['exception.decide', '--d--', { order: noId, decision: 'invite_again' }],
  ['device.list', 'ddddd', {}],
  ['device.show', 'ddddd', { model: 'none' }],
  ['unit.list', 'ddddd', { limit: 1 }],
  ['unit.show', 'ddddd', { unit: 'f'.repeat(32) }],
  ['hold.list', '--ddd', {}],
  ['hold.add', '--d-d', { kind: 'order', value: noId, reason: 'a case' }],
  ['hold.remove', '--p--', { kind: 'order', value: noId }],
  ['consent.withdraw', '-dd--', { reference: 'none' }],
  ['consent.take-back', '-dd--', { reference: 'none' }],
  ['outbox.list', '-dddd', { states: ['dead'], limit: 1 }],
  ['outbox.retry', '-dd-d', { id: 'none' }],
  ['outbox.test-event', '--d-d', {}],
  ['overview.show', 'ddddd', { isRecordedAlready: false }],
  ['statistics.show', 'ddddd', { months: 1 }],
  ['search.find', 'ddddd', { text: 'Asha', digest: '0123456789abcdef' }],
  ['view.list', 'ddddd', {}],
  ['view.save', 'ddddd', { name: 'Fort', address: '/agents?branch=Fort' }],
  ['view.remove', 'ddddd', { id: noId }],
  ['audit.list', '---dd', { limit: 1, looks: false }],
  ['audit.show', '---dd', { position: 1 }],
  ['staff.list', '----d', { limit: 1 }],
  ['staff.show', '----d', { staff: 'nobody' }],
  ['staff.disable', '----d', { staff: 'nobody' }],
  ['staff.enable', '----p', { staff: 'nobody' }],
  ['staff.end-own-session', 'ddddd', { openedOn: '2026-11-24T03:30:00.000Z' }],
  ['staff.end-sessions', '----d', { staff: 'nobody' }],
  ['proposal.list', '-dddd', { list: 'open', limit: 1 }],
  ['proposal.show', '-dddd', { number: 1 }],
  ['proposal.vote', '--d-d', { number: 1, vote: 'approve', contentHash: '0'.repeat(64) }],
  ['proposal.withdraw', '-dd-d', { number: 1 }],
  ['proposal.renew', '-dd-d', { number: 1, reason: 'again' }],
  ['proposal.comment', '-dddd', { number: 1, text: 'Why?' }],
  ['emergency.list', 'ddddd', {}],
  ['four-eyes.off', '----p', {}],
]

/** Every act that a file of acts/ exports, those of calls of their own among them. */
const exported: unknown[] = []
for (const file of globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] }))
  exported.push(...Object.values((await import(join(import.meta.dirname, file))) as object))

function actNamed(name: ActName, input?: unknown): Act<unknown, unknown> {
  const named = acts[name] ? [acts[name]] : exported.filter(isAct).filter(one => one.name === name)
  const found = named.find(one => one.input.is(input)) ?? named[0]
  if (!found) throw new Error(`there is no act ${name}`)
  return found
}

function isAct(value: unknown): value is Act<unknown, unknown> {
  return typeof value === 'object' && value !== null && 'run' in value && 'input' in value
}

function staff(...roles: (typeof staffRoles)[number][]): Maker {
  return { kind: 'staff', id: '4f1c09aa-0000-4000-8000-000000000001', name: `Neha ${roles.join(' ')}`, roles }
}

/** Returns true if the maker may do the act, even if the act then fails; otherwise the message of the refusal. */
async function isLet(
  maker: Maker,
  name: ActName,
  input: unknown,
  fourEyes = true,
): Promise<boolean | string> {
  return doorOf(maker, fourEyes)
    .perform(actNamed(name, input), input)
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof InvalidActInput) throw error
        return error instanceof NotPermitted ? error.message : true
      },
    )
}

describe('every act', () => {
  test('is in the table above', () => {
    expect(new Set(table.map(([name]) => name))).toEqual(new Set(Object.keys(rights)))
  })

  test.each(table)('%s is for the roles %s', async (name, may, input) => {
    const second = `${name} needs a second person.`
    for (const [index, role] of staffRoles.entries()) {
      const told = await isLet(staff(role), name, input)
      const letter = told === true ? 'd' : told === second ? 'p' : '-'
      expect({ role, letter }).toEqual({ role, letter: may[index] })
      const alone = await isLet(staff(role), name, input, false)
      expect({ role, alone: alone === true }).toEqual({ role, alone: letter !== '-' })
    }
    const operator: Maker = { kind: 'admin', name: 'Priya' }
    expect(await isLet(operator, name, input)).toBe(may.includes('p') && !may.includes('d') ? second : true)
    expect(await isLet(operator, name, input, false)).toBe(true)
  })

  test('of the command line goes through the table, but those on the deployment', async () => {
    const ofDeployment = /^(?:audit|database|demo|schema)\./
    const asked = everyCommand.map(([, action]) => action).filter(action => !ofDeployment.test(action))
    const ofConsole =
      /^(?:agent\.(?:(?:dis|en)able-many|trail|show-mobile)|search\.|audit\.|view\.|staff\.(?:show|end-own-session)|order\.(?:page|show)|(?:device|unit)\.show|exception\.decide|alert\.take|overview\.|proposal\.(?:vote|renew|comment)|emergency\.|import\.)/
    const known = [...Object.keys(rights), 'agent.preview-import', 'proposal.make'].filter(
      name => !ofConsole.test(name),
    )
    expect(new Set(asked)).toEqual(new Set(known))
    const admin = operatorAt({ databaseUrl: server.databaseUrl, now: server.clock.now })
    const run = await admin('agents disable --file leavers.csv --yes', {
      files: { 'leavers.csv': `mobile\n${nobody}\n` },
    })
    expect(run.complaint).toContain('is no agent')
  })
})

describe("for the bank's staff", () => {
  test('no refusal and no row has a whole mobile or id number, and an agent is named by id', async () => {
    const everyRole = doorOf(staff('support', 'supervisor'))
    const mobile = '9400000031'
    const id = await server.addAgent({ mobile })
    const refusals: unknown[] = []
    for (const [name, , input] of table)
      for (const agent of [id, mobile, nobody, 'Aadhaar 999941057058'])
        await everyRole
          .perform(actNamed(name, input), {
            ...Object(input),
            ...('agent' in Object(input) && { agent }),
          })
          .catch((error: unknown) => refusals.push(String(error)))
    expect(refusals.join('\n')).not.toMatch(/(?<![-\w])[0-9]{10}(?![-\w])/)
    // Nor the id number of a customer that somebody typed in the place of an agent.
    expect(refusals.join('\n')).not.toContain('999941057058')
    expect(refusals.join('\n')).toContain('There is no agent with the mobile XXXXXX9999')
    const rows = (await server.auditRows()).filter(({ actor }) =>
      actor.startsWith('Neha support supervisor '),
    )
    expect(rows.map(({ subject }) => subject).join('\n')).not.toMatch(/(?<![-\w])[0-9]{10}(?![-\w])/)
    expect(rows.filter(({ agentId }) => agentId === id).map(row => row.subject)).toContain('XXXXXX0031')
  })

  test('an erased agent is nobody', async () => {
    const { id } = await server.newAgent()
    await server.sql(`update agents set erased_on = now(), mobile = id::text where id = '${id}'`)
    await expect(doorOf(staff('support')).perform(actNamed('agent.unlock'), { agent: id })).rejects.toThrow(
      `There is no agent with the id ${id}.`,
    )
  })
})

test('two roles of a person add up', async () => {
  expect(await isLet(staff('viewer', 'security'), 'role.revoke', hasRole)).toBe(true)
  expect(await isLet(staff(), 'agent.list', { sort: 'mobile', direction: 'up', limit: 1 })).toContain(
    'agent.list is for',
  )
})

test.each([undefined, {}, { agent: 9 }, { ...ofNobody, more: true }])(
  'an input %j of no act is the mistake of its door, and leaves no row',
  async input => {
    const perform = doorOf(staff('supervisor')).perform(actNamed('agent.unlock'), input)
    await expect(perform).rejects.toThrow(InvalidActInput)
  },
)
