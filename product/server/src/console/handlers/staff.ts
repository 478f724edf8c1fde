import { listStaff, showStaff } from '../../acts/staff/staff.ts'
import { sessionCookie, type ConsoleContext, type ConsoleHandlers } from '../handler-types.ts'
import { splitPage, placeShapes, decodePlace, defaultPageSize, encodePlace } from '../paging.ts'

export function staffHandlers({ sessions, idleLimitMs, fourEyes }: ConsoleContext) {
  return {
    async getMe(_request, { staff, session }) {
      const { openedOn, expiresOn: endsOn } = session
      return {
        ...staff,
        session: { openedOn, endsOn, idleLimitMs },
        sessions: await sessions.list(session),
        fourEyes: await fourEyes(),
      }
    },

    async signOut(_request, { session, origin, cookies }) {
      await sessions.end(session, origin)
      cookies.set(sessionCookie, '', 0)
      return {}
    },

    async listStaff({ after, limit = defaultPageSize }, { perform }) {
      const place = decodePlace(placeShapes.staff, after)
      const { rows, last } = splitPage(await perform(listStaff, { after: place, limit: limit + 1 }), limit)
      return { rows, next: last && encodePlace({ name: last.name, id: last.id }) }
    },

    getStaff: ({ id }, { perform }) => perform(showStaff, { staff: id }),
  } satisfies Partial<ConsoleHandlers>
}
