import { listStaff, showStaff } from '../../administration/staff.ts'
import type { StaffPasskeys } from '../../administration/staff-passkeys.ts'
import type { Cursors } from '../cursor.ts'
import type { ConsoleHandlers } from '../handlers.ts'

const usualLimit = 50
const list = 'staff'

export function staffHandlers({
  cursors,
  passkeys,
}: {
  cursors: Cursors
  passkeys: Pick<StaffPasskeys, 'listOf'>
}): Pick<ConsoleHandlers, 'listStaff' | 'getStaff' | 'listPasskeys'> {
  return {
    async listStaff({ after, limit = usualLimit }, { perform }) {
      const place = after === undefined ? undefined : cursors.read(list, after)
      const people = await perform(listStaff, {
        after: place && { name: place.keys[0] ?? '', id: place.id },
        limit: limit + 1,
      })
      const rows = people.slice(0, limit)
      const last = people.length > limit ? rows.at(-1) : undefined
      return {
        rows: rows.map(shownPerson),
        ...(last && { next: cursors.write(list, { keys: [last.name], id: last.id }) }),
      }
    },

    async getStaff({ id }, { perform }) {
      const { person, passkeys: count, mayEnrol, sessions } = await perform(showStaff, { staff: id })
      return {
        ...shownPerson(person),
        passkeys: count,
        mayEnrol,
        sessions: sessions.map(({ openedOn, lastSeenOn, means }) => ({
          openedOn: openedOn.toISOString(),
          lastSeenOn: lastSeenOn.toISOString(),
          means,
        })),
      }
    },

    async listPasskeys(_request, { staff }) {
      const rows = await passkeys.listOf(staff)
      return {
        rows: rows.map(({ createdOn, lastUsedOn }) => ({
          createdOn: createdOn.toISOString(),
          ...(lastUsedOn && { lastUsedOn: lastUsedOn.toISOString() }),
        })),
      }
    },
  }
}

type Person = Awaited<ReturnType<typeof listStaff.run>>[number]

function shownPerson({ id, name, issuer, roles, createdOn, lastSignInOn, disabledOn }: Person) {
  return {
    id,
    name,
    roles: [...roles],
    isOfProvider: issuer !== null,
    createdOn: createdOn.toISOString(),
    ...(lastSignInOn && { lastSignInOn: lastSignInOn.toISOString() }),
    ...(disabledOn && { disabledOn: disabledOn.toISOString() }),
  }
}
