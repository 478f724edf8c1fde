import { staffRoles, type ActName, type StaffRole } from '@ekyc/contract/console/acts'
import { Type } from 'typebox'

import {
  changeStaff,
  disableStaff as disable,
  enableStaff as enable,
  endStaffSessions as endSessions,
  findStaffNamed,
  insertStaff,
  listOpenStaffSessions,
  listStaff as readStaff,
  lockStaff,
} from '../database/staff.ts'
import {
  allowEnrolment,
  findWaitingEnrolment,
  linkEnrolment,
  listStaffPasskeys,
  withdrawEnrolment,
} from '../database/staff-passkeys.ts'
import { lockTouchedStaff } from '../database/proposals.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { newId, nilId } from '../domain/new-id.ts'
import { enrolmentLinkMs, enrolmentMs } from '../domain/staff-passkeys.ts'
import { act, inputOf, orNone, type Action, type Draft, type Input, type Means } from './act.ts'
import { takenBack } from './draft.ts'

const name = Type.String({ minLength: 2, maxLength: 120, pattern: '^[^\\p{C}]+$' })
const roles = Type.Array(Type.Enum([...staffRoles]), { minItems: 1, uniqueItems: true })
/** The SHA-256 of the link's token, in hex. Without it, the link is made when somebody asks for it. */
const linkHash = Type.String({ pattern: '^[0-9a-f]{64}$' })
/** An id, or the name of one person alone. */
const staff = Type.String({ minLength: 1, maxLength: 120 })
const onlyStaff = inputOf({ staff })

/** Lists people by name, from a place on. */
export const listStaff = act({
  name: 'staff.list',
  input: inputOf({
    after: orNone(Type.Object({ name: Type.String(), id: Type.String() })),
    limit: Type.Integer({ minimum: 1 }),
  }),
  async run({ db, row }, { after, limit }) {
    const people = await readStaff(db, { afterName: after?.name ?? '', afterId: after?.id ?? nilId, limit })
    row.subject = `${people.length} people`
    return people
  },
})

/** Shows one person with their passkeys, and the sessions that are not over. */
export const showStaff = act({
  name: 'staff.show',
  input: onlyStaff,
  async run(action, { staff: of }) {
    const { db, at } = action
    const person = await personOf(action, of)
    const ofPerson = { staffId: person.id }
    return {
      person,
      passkeys: (await listStaffPasskeys(db, ofPerson)).length,
      mayEnrol: (await findWaitingEnrolment(db, { ...ofPerson, at })).length > 0,
      sessions: await listOpenStaffSessions(db, { ...ofPerson, at }),
    }
  },
})

/** Adds a person, who may make a first passkey by a link. */
export const addStaff = act({
  name: 'staff.add',
  input: inputOf({ name, roles, linkHash: orNone(linkHash) }),
  async draft(action, told): Promise<Draft> {
    await takenBack(action.db, db => addStaff.run({ ...action, db }, told))
    const becomes = `${told.name} ${told.roles.join(' ')}`
    return { input: told, ground: [], changes: [{ field: 'person', now: '', becomes, rows: 1 }], effect: {} }
  },
  async run({ db, at, row, hasProvider }, { name: given, roles: wanted, linkHash: link }) {
    row.subject = `${given} ${wanted.join(' ')}`
    refuseWithProvider(hasProvider)
    refuseMixed(wanted)
    const id = newId(at)
    const named = { name: given, roles: inOrder(wanted) }
    await insertStaff(db, { id, ...named, issuer: undefined, subject: undefined, at })
    await allow(db, id, link, at)
    row.subject = `${given} ${wanted.join(' ')} (staff ${id.slice(0, 8)})`
    return { id, ...named }
  },
})

/** Gives a person other roles, which ends their sessions. */
export const changeStaffRoles = onPerson(
  'staff.roles',
  inputOf({ staff, roles }),
  async (person, action, told) => {
    refuseWithProvider(action.hasProvider)
    refuseMixed(told.roles)
    action.row.subject = `${person.name} ${told.roles.join(' ')} (staff ${person.id.slice(0, 8)})`
    const changed = await changeStaff(action.db, {
      id: person.id,
      name: person.name,
      roles: inOrder(told.roles),
    })
    if (changed.length > 0) await endSessions(action.db, { staffId: person.id })
    return { changed: changed.length > 0 }
  },
  (person, told) => ['roles', person.roles.join(' '), inOrder(told.roles).join(' ')],
)

/** Lets a person make a passkey by a new link, in place of all that they have; a lost one is worth nothing then. */
export const enrolStaff = onPerson(
  'staff.enrol',
  inputOf({ staff, linkHash: orNone(linkHash) }),
  async (person, { db, at, hasProvider }, { linkHash: link }) => {
    refuseWithProvider(hasProvider)
    if (person.disabledOn) throw new CommandRefused(`${person.name} is disabled.`)
    await allow(db, person.id, link, at)
    return { changed: true }
  },
  () => ['passkeys', 'as they are', 'replaced by a new link'],
)

/** Gives an allowed enrolment its link, once. @returns its end */
export const issueLink = act({
  name: 'staff.link',
  input: inputOf({ staff, linkHash }),
  async run(action, { staff: of, linkHash: link }) {
    const { db, at } = action
    const person = await personOf(action, of)
    const expiresOn = new Date(at.getTime() + enrolmentLinkMs)
    const linked = await linkEnrolment(db, {
      staffId: person.id,
      tokenHash: Buffer.from(link, 'hex'),
      expiresOn,
      at,
    })
    if (linked.length === 0)
      throw new CommandRefused(`${person.name} may not enrol, or the link was shown before.`)
    return expiresOn
  },
})

/** Takes the person's access at once. */
export const disableStaff = onPerson('staff.disable', onlyStaff, async (person, { db, at, maker }) => {
  if (maker.kind === 'staff' && maker.id === person.id)
    throw new CommandRefused('Nobody disables themselves.')
  const changed = await disable(db, { id: person.id, at })
  await endSessions(db, { staffId: person.id })
  await withdrawEnrolment(db, { staffId: person.id })
  return { changed: changed.length > 0 }
})

/** Gives the person's access back, with the passkeys of before. */
export const enableStaff = onPerson(
  'staff.enable',
  onlyStaff,
  async (person, { db }) => ({ changed: (await enable(db, { id: person.id })).length > 0 }),
  () => ['state', 'disabled', 'enabled'],
)

export const endStaffSessions = onPerson('staff.end-sessions', onlyStaff, async (person, { db, maker }) => {
  if (maker.kind === 'staff' && maker.id === person.id)
    throw new CommandRefused('Sign out to end your own session.')
  const { length } = await endSessions(db, { staffId: person.id })
  return { changed: length > 0, ended: length }
})

type Person = NonNullable<Awaited<ReturnType<typeof lockStaff.first>>>

/**
 * Makes an act on one person of the staff, who is locked until its end.
 * @param change names the field, what it is now and what it becomes, for the second person
 */
function onPerson<In extends { staff: string }, Out extends { changed: boolean }>(
  of: ActName,
  input: Input<In>,
  work: (person: Person, action: Action & Means, input: In) => Promise<Out>,
  change?: (person: Person, input: In) => [field: string, now: string, becomes: string],
) {
  return act<In, { name: string } & Out>({
    name: of,
    input,
    ...(change && {
      async draft(action: Action & Means, told: In): Promise<Draft> {
        const person = await personOf(action, told.staff)
        const { changed } = await takenBack(action.db, db => work(person, { ...action, db }, told))
        const ground = await lockTouchedStaff(action.db, { ids: [person.id] })
        const [field, now, becomes] = change(person, told)
        return {
          input: { ...told, staff: person.id },
          ground: ground.map(({ id, version }) => ({ kind: 'staff', id, version })),
          changes: changed ? [{ field, now, becomes, rows: 1 }] : [],
          effect: {},
        }
      },
    }),
    async run(action, told) {
      const person = await personOf(action, told.staff)
      const result = await work(person, action, told)
      action.row.unchanged = !result.changed
      return { name: person.name, ...result }
    },
  })
}

/** @throws CommandRefused for nobody, and for a name that two people have */
async function personOf({ db, row }: Action, of: string): Promise<Person> {
  row.subject = 'nobody'
  const named = await findStaffNamed(db, { of })
  if (named.length > 1)
    throw new CommandRefused(`${named.length} people are called ${of}: name one by the id of 'staff list'.`)
  const person = named[0] && (await lockStaff.first(db, named[0]))
  if (!person) throw new CommandRefused(`There is nobody called ${of}.`)
  row.subject = `${person.name} (staff ${person.id.slice(0, 8)})`
  return person
}

function allow(db: Action['db'], staffId: string, link: string | undefined, at: Date): Promise<unknown> {
  const lifeMs = link === undefined ? enrolmentMs : enrolmentLinkMs
  const tokenHash = link === undefined ? undefined : Buffer.from(link, 'hex')
  return allowEnrolment(db, { staffId, tokenHash, expiresOn: new Date(at.getTime() + lifeMs) })
}

function refuseWithProvider(hasProvider: () => boolean): void {
  if (hasProvider()) throw new CommandRefused("The bank's identity provider gives people and roles.")
}

function refuseMixed(wanted: readonly StaffRole[]): void {
  if (wanted.includes('auditor') && wanted.length > 1)
    throw new CommandRefused('Who audits has no other role.')
}

function inOrder(wanted: readonly StaffRole[]): StaffRole[] {
  return staffRoles.filter(role => wanted.includes(role))
}
