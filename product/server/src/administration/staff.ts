import { staffRoles, type ActName, type StaffRole } from '@ekyc/contract/console/acts'
import { Type } from 'typebox'

import {
  changeStaff,
  disableStaff as disable,
  enableStaff as enable,
  endOpenedSession,
  endStaffSessions as endSessions,
  findStaffNamed,
  insertStaff,
  listStaff as readStaff,
  listStaffSessions,
  lockStaff,
} from '../database/staff.ts'
import {
  allowEnrolment,
  findAllowedEnrolment,
  linkEnrolment,
  listStaffPasskeys,
  withdrawEnrolment,
} from '../database/staff-passkeys.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { isUuid, newId, nilId } from '../domain/new-id.ts'
import { enrolmentLinkMs, enrolmentMs } from '../domain/staff-passkeys.ts'
import { act, inputOf, orNone, staffMark, type Action, type Draft, type Input, type Means } from './act.ts'

const name = Type.String({ minLength: 2, maxLength: 120, pattern: '^[^\\p{C}]+$' })
const roles = Type.Array(Type.Enum([...staffRoles]), { minItems: 1, uniqueItems: true })
/** The SHA-256 of the enrolment link's token, in hex. If absent, the act `staff.link` stores it later. */
const linkHash = Type.String({ pattern: '^[0-9a-f]{64}$' })
/** The id of a person, or a name that only one person has. */
const staff = Type.String({ minLength: 1, maxLength: 120 })
const onlyStaff = inputOf({ staff })
/** The value of `idleSince` with which a list includes idle sessions. Their rows stay until the sessions expire. */
const longAgo = new Date(0)

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

/** Shows a person with their sessions, the number of their passkeys, and whether a link may now be made for them. */
export const showStaff = act({
  name: 'staff.show',
  input: onlyStaff,
  async run(action, { staff: of }) {
    const { db, at } = action
    const person = await personOf(action, of)
    const staffId = person.id
    const [sessions, passkeys, enrolment] = await Promise.all([
      listStaffSessions(db, { staffId, tokenHash: Buffer.alloc(0), at, idleSince: longAgo }),
      listStaffPasskeys(db, { staffId }),
      findAllowedEnrolment.first(db, { staffId, at }),
    ])
    return { person, sessions, passkeys: passkeys.length, mayEnrol: enrolment !== undefined }
  },
})

export const listOwnPasskeys = act({
  name: 'staff.passkeys',
  input: inputOf({}),
  async run({ db, row, maker }) {
    row.subject = 'own'
    return maker.kind === 'staff' ? listStaffPasskeys(db, { staffId: maker.id }) : []
  },
})

/** The person makes the first passkey by a link. */
export const addStaff = act({
  name: 'staff.add',
  input: inputOf({ name, roles, linkHash: orNone(linkHash) }),
  async run({ db, at, row, hasProvider }, { name: given, roles: wanted, linkHash: link }) {
    row.subject = `${given} ${wanted.join(' ')}`
    refuseWithProvider(hasProvider)
    refuseMixed(wanted)
    const id = newId(at)
    const named = { name: given, roles: inOrder(wanted) }
    await insertStaff(db, { id, ...named, issuer: undefined, subject: undefined, at })
    await allow(db, id, link, at)
    row.subject = `${given} ${wanted.join(' ')} ${staffMark({ id })}`
    return { id, ...named }
  },
  async draft({ hasProvider }, input) {
    refuseWithProvider(hasProvider)
    refuseMixed(input.roles)
    const changes = [change('name', '', input.name), change('roles', '', inOrder(input.roles).join(' '))]
    return { input, ground: [], changes, effect: {} }
  },
})

export const changeStaffRoles = onPerson({
  name: 'staff.roles',
  input: inputOf({ staff, roles }),
  isProviders: true,
  async work(person, action, told) {
    refuseMixed(told.roles)
    action.row.subject = `${person.name} ${told.roles.join(' ')} ${staffMark(person)}`
    const wanted = { id: person.id, name: person.name, roles: inOrder(told.roles) }
    const changed = await changeStaff(action.db, wanted)
    if (changed.length > 0) await endSessions(action.db, { staffId: person.id })
    return { changed: changed.length > 0 }
  },
  changes(person, told) {
    refuseMixed(told.roles)
    return change('roles', person.roles.join(' '), inOrder(told.roles).join(' '))
  },
})

/** Lets a person make a passkey by a new link. The new passkey replaces all earlier ones, such as a lost one. */
export const enrolStaff = onPerson({
  name: 'staff.enrol',
  input: inputOf({ staff, linkHash: orNone(linkHash) }),
  isProviders: true,
  async work(person, { db, at }, { linkHash: link }) {
    if (person.disabledOn) throw new CommandRefused(`${person.name} is disabled.`)
    await allow(db, person.id, link, at)
    return { changed: true }
  },
  changes: () => change('passkeys', 'those of now', 'one of a new link'),
})

/** Stores the link's hash for an enrolment that was allowed without a link. Returns the time of the link's expiry. */
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

export const disableStaff = onPerson({
  name: 'staff.disable',
  input: onlyStaff,
  async work(person, { db, at, maker }) {
    if (maker.kind === 'staff' && maker.id === person.id)
      throw new CommandRefused('Nobody disables themselves.')
    const changed = await disable(db, { id: person.id, at })
    await endSessions(db, { staffId: person.id })
    await withdrawEnrolment(db, { staffId: person.id })
    return { changed: changed.length > 0 }
  },
})

/** Enables a disabled person, who keeps the earlier passkeys. */
export const enableStaff = onPerson({
  name: 'staff.enable',
  input: onlyStaff,
  work: async (person, { db }) => ({ changed: (await enable(db, { id: person.id })).length > 0 }),
  changes: ({ disabledOn }) => change('state', disabledOn ? 'disabled' : 'enabled', 'enabled'),
})

export const endStaffSessions = onPerson({
  name: 'staff.end-sessions',
  input: onlyStaff,
  async work(person, { db, maker }) {
    if (maker.kind === 'staff' && maker.id === person.id)
      throw new CommandRefused('Sign out to end your own session.')
    const { length } = await endSessions(db, { staffId: person.id })
    return { changed: length > 0, ended: length }
  },
})

/** Ends one of the person's own sessions, such as one at another computer. */
export const endOwnSession = act({
  name: 'staff.end-own-session',
  input: inputOf({ openedOn: Type.String({ format: 'date-time' }) }),
  async run({ db, maker, row }, { openedOn }) {
    row.subject = `session of ${openedOn}`
    if (maker.kind !== 'staff') throw new CommandRefused('An operator has no session.')
    const ended = await endOpenedSession(db, { staffId: maker.id, openedOn: new Date(openedOn) })
    row.unchanged = ended.length === 0
  },
})

type Person = NonNullable<Awaited<ReturnType<typeof lockStaff.first>>>

type Change = Draft['changes'][number]

/** Makes an act on one person of the staff. The act locks the person's row until its transaction ends. */
function onPerson<In extends { staff: string }, Out extends { changed: boolean }>(of: {
  name: ActName
  input: Input<In>
  /** True if the act is refused at a bank with an identity provider, since the provider then manages the staff. */
  isProviders?: true
  work(person: Person, action: Action & Means, input: In): Promise<Out>
  /** Returns the change that a second person sees. Absent for an act that needs no second person. */
  changes?(person: Person, input: In): Change
}) {
  const { changes, isProviders = false } = of
  const personFor = (action: Action & Means, told: In) => {
    if (isProviders) refuseWithProvider(action.hasProvider)
    return personOf(action, told.staff)
  }
  return act<In, { name: string } & Out>({
    name: of.name,
    input: of.input,
    async run(action, told) {
      const person = await personFor(action, told)
      const result = await of.work(person, action, told)
      action.row.unchanged = !result.changed
      return { name: person.name, ...result }
    },
    ...(changes && {
      async draft(action, told) {
        const person = await personFor(action, told)
        const shown = changes(person, told)
        return {
          input: { ...told, staff: person.id },
          ground: [{ kind: 'staff', id: person.id, version: person.version }],
          changes: shown.now === shown.becomes ? [] : [shown],
          effect: {},
        }
      },
    }),
  })
}

function change(field: string, now: string, becomes: string): Change {
  return { field, now, becomes, rows: 1 }
}

/** Locks the row of the person with this id or name. Throws CommandRefused unless exactly one person matches. */
async function personOf({ db, row }: Action, of: string): Promise<Person> {
  row.subject = 'nobody'
  const named = isUuid(of) ? [{ id: of }] : await findStaffNamed(db, { of })
  if (named.length > 1)
    throw new CommandRefused(`${named.length} people are called ${of}: name one by the id of 'staff list'.`)
  const person = named[0] && (await lockStaff.first(db, named[0]))
  if (!person) throw new CommandRefused(`There is nobody called ${of}.`)
  row.subject = `${person.name} ${staffMark(person)}`
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
