import { listOwnPasskeys, listStaff, showStaff } from '../../administration/staff.ts'
import type { ConsoleHandlers } from '../handlers.ts'
import { places, readPlace, writePlace } from '../places.ts'

const usualLimit = 50

export function staffHandlers(): Pick<ConsoleHandlers, 'listStaff' | 'getStaff' | 'listPasskeys'> {
  return {
    async listStaff({ after, limit = usualLimit }, { perform }) {
      const found = await perform(listStaff, { after: readPlace(places.staff, after), limit: limit + 1 })
      const rows = found.slice(0, limit).map(shownPerson)
      const last = found.length > limit ? rows.at(-1) : undefined
      return { rows, ...(last && { next: writePlace({ name: last.name, id: last.id }) }) }
    },

    async getStaff({ id }, { perform }) {
      const { person, sessions, passkeys, mayEnrol } = await perform(showStaff, { staff: id })
      return {
        ...shownPerson(person),
        passkeys,
        mayEnrol,
        sessions: sessions.map(({ openedOn, lastSeenOn, means }) => ({
          openedOn: openedOn.toISOString(),
          lastSeenOn: lastSeenOn.toISOString(),
          means,
        })),
      }
    },

    async listPasskeys(_request, { perform }) {
      const passkeys = await perform(listOwnPasskeys, {})
      return {
        rows: passkeys.map(({ createdOn, lastUsedOn }) => ({
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
    roles,
    isOfProvider: issuer !== null,
    createdOn: createdOn.toISOString(),
    ...(lastSignInOn && { lastSignInOn: lastSignInOn.toISOString() }),
    ...(disabledOn && { disabledOn: disabledOn.toISOString() }),
  }
}
