import type { ActName } from '@ekyc/contract/console/acts'
import { readableMoment } from '@ekyc/contract/console/shapes/common'
import { Type } from 'typebox'

import {
  findStaffByName,
  listStaff as readStaff,
  lockStaff,
  setStaffDisabled,
} from '../../database/staff/staff.ts'
import {
  endStaffSessionOpenedAt,
  endStaffSessions as endSessions,
  listStaffSessions,
} from '../../database/staff/staff-sessions.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { isUuid, nilId } from '../../domain/ids.ts'
import { defineAct, actInput, listLimitSchema, actorSuffix, type ActContext } from '../act.ts'

/** The id of a person, or a name that only one person has. */
const staff = Type.String({ minLength: 1, maxLength: 120 })
const onlyStaff = actInput({ staff })
/** A list since then includes idle sessions, whose rows stay until they expire. */
const longAgo = new Date(0)

export const listStaff = defineAct({
  name: 'staff.list',
  input: actInput({
    after: Type.Optional(Type.Object({ name: Type.String(), id: Type.String() })),
    limit: listLimitSchema,
  }),
  async run({ db, row }, { after, limit }) {
    const people = await readStaff(db, { afterName: after?.name ?? '', afterId: after?.id ?? nilId, limit })
    row.subject = `${people.length} people`
    return people
  },
})

export const showStaff = defineAct({
  name: 'staff.show',
  input: onlyStaff,
  async run(action, { staff: of }) {
    const { db, at } = action
    const person = await personOf(action, of)
    const sessions = await listStaffSessions(db, {
      staffId: person.id,
      tokenHash: Buffer.alloc(0),
      at,
      idleSince: longAgo,
    })
    return { ...person, sessions }
  },
})

export const disableStaff = onPerson('staff.disable', async (person, { db, at, maker }) => {
  if (maker.kind === 'staff' && maker.id === person.id)
    throw new CommandRefused('Nobody disables themselves.')
  if (!person.disabledOn) await setStaffDisabled(db, { id: person.id, disabledOn: at })
  await endSessions(db, { staffId: person.id })
  return { changed: !person.disabledOn }
})

export const enableStaff = defineAct({
  ...onPerson('staff.enable', async ({ id, disabledOn }, { db }) => {
    if (disabledOn) await setStaffDisabled(db, { id, disabledOn: null })
    return { changed: disabledOn !== null }
  }),
  async preview(action, { staff: named }) {
    const { id, version, disabledOn } = await personOf(action, named)
    const change = { field: 'state' as const, now: 'disabled', becomes: 'enabled', rows: 1 }
    const ground = [{ kind: 'staff' as const, id, version }]
    return { input: { staff: id }, ground, changes: disabledOn ? [change] : [], effect: {} }
  },
})

export const endStaffSessions = onPerson('staff.end-sessions', async (person, { db, maker }) => {
  if (maker.kind === 'staff' && maker.id === person.id)
    throw new CommandRefused('Sign out to end your own session.')
  const { length } = await endSessions(db, { staffId: person.id })
  return { changed: length > 0, ended: length }
})

export const endOwnSession = defineAct({
  name: 'staff.end-own-session',
  input: actInput({ openedOn: readableMoment }),
  async run({ db, maker, row }, { openedOn }) {
    row.subject = `session of ${openedOn}`
    if (maker.kind !== 'staff') throw new CommandRefused('An operator has no session.')
    const ended = await endStaffSessionOpenedAt(db, { staffId: maker.id, openedOn: new Date(openedOn) })
    row.unchanged = ended.length === 0
  },
})

type Person = NonNullable<Awaited<ReturnType<typeof lockStaff.first>>>

function onPerson<Out extends { changed: boolean }>(
  name: ActName,
  work: (person: Person, action: ActContext) => Promise<Out>,
) {
  return defineAct<{ staff: string }, { name: string } & Out>({
    name,
    input: onlyStaff,
    async run(action, { staff: named }) {
      const person = await personOf(action, named)
      const result = await work(person, action)
      action.row.unchanged = !result.changed
      return { name: person.name, ...result }
    },
  })
}

/** Locks the person's row. */
async function personOf({ db, row }: ActContext, of: string): Promise<Person> {
  row.subject = 'nobody'
  // A person whose name is the id of another must not stand for the other.
  const [named, another] = isUuid(of) ? [{ id: of }] : await findStaffByName(db, { of })
  if (another)
    throw new CommandRefused(`Several people are called ${of}: name one by the id of 'staff list'.`)
  const person = named && (await lockStaff.first(db, named))
  if (!person) throw new CommandRefused(`There is nobody called ${of}.`)
  row.subject = `${person.name} ${actorSuffix(person)}`
  return person
}
