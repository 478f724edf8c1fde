import { listStaff, showStaff } from '../../administration/staff.ts'
import type { Cursors } from '../cursor.ts'
import type { ConsoleHandlers } from '../handlers.ts'

/** Shows the people who may come in. */
export function staffHandlers({
  cursors,
  idleLimitMs,
}: {
  cursors: Cursors
  idleLimitMs: number
}): Pick<ConsoleHandlers, 'listStaff' | 'getStaff'> {
  return {
    async listStaff({ after, limit = 50 }, { perform }) {
      const place = after === undefined ? undefined : cursors.read('staff', after)
      const people = await perform(listStaff, {
        limit,
        ...(place && { after: { name: place.keys[0] ?? '', id: place.id } }),
      })
      const last = people.length === limit ? people.at(-1) : undefined
      return {
        rows: people.map(personOf),
        ...(last && { next: cursors.write('staff', { keys: [last.name], id: last.id }) }),
      }
    },

    async getStaff({ id }, { perform }) {
      const { person, sessions, ...rest } = await perform(showStaff, { staff: id, idleLimitMs })
      return {
        ...personOf(person),
        ...rest,
        sessions: sessions.map(({ openedOn, lastSeenOn, means }) => ({
          openedOn: openedOn.toISOString(),
          lastSeenOn: lastSeenOn.toISOString(),
          means,
        })),
      }
    },
  }
}

type Listed = Awaited<ReturnType<typeof listStaff.run>>[number]

function personOf({ id, name, roles, issuer, createdOn, lastSignInOn, disabledOn }: Listed) {
  return {
    id,
    name,
    roles,
    isOfProvider: issuer !== null,
    createdOn: createdOn.toISOString(),
    ...(lastSignInOn && { lastSignInOn: lastSignInOn.toISOString() }),
    ...(disabledOn && { disabledOn: disabledOn.toISOString() }),
  }
}
