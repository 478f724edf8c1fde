import { listStaff, showStaff } from '../../acts/staff/staff.ts'
import type { ConsoleHandlers } from '../handler-types.ts'
import { places, readPlace, usualLimit, writePlace } from '../places.ts'

export function staffHandlers(settings: {
  idleLimitMs: number
  fourEyes(): Promise<boolean>
}): Pick<ConsoleHandlers, 'getMe' | 'signOut' | 'listStaff' | 'getStaff'> {
  return {
    async getMe(_request, { staff, session, ownSessions }) {
      const sessions = await ownSessions()
      return {
        id: staff.id,
        name: staff.name,
        roles: [...staff.roles],
        session: {
          openedOn: session.openedOn,
          endsOn: session.expiresOn,
          idleLimitMs: settings.idleLimitMs,
        },
        sessions: sessions.map(({ openedOn, lastSeenOn, isCurrent }) => ({
          openedOn,
          lastSeenOn,
          isCurrent,
        })),
        fourEyes: await settings.fourEyes(),
      }
    },

    async signOut(_request, caller) {
      await caller.signOut()
      return {}
    },

    async listStaff({ after, limit = usualLimit }, { perform }) {
      const found = await perform(listStaff, { after: readPlace(places.staff, after), limit: limit + 1 })
      const rows = found.slice(0, limit).map(shownPerson)
      const last = found.length > limit ? rows.at(-1) : undefined
      return { rows, next: last && writePlace({ name: last.name, id: last.id }) }
    },

    async getStaff({ id }, { perform }) {
      const { person, sessions } = await perform(showStaff, { staff: id })
      return {
        ...shownPerson(person),
        sessions: sessions.map(({ openedOn, lastSeenOn }) => ({ openedOn, lastSeenOn })),
      }
    },
  }
}

type Person = Awaited<ReturnType<typeof listStaff.run>>[number]

function shownPerson({ id, name, roles, createdOn, lastSignInOn, disabledOn }: Person) {
  return {
    id,
    name,
    roles,
    createdOn,
    lastSignInOn: lastSignInOn ?? undefined,
    disabledOn: disabledOn ?? undefined,
  }
}
