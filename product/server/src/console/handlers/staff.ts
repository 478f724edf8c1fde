import { listStaff, showStaff } from '../../acts/staff/staff.ts'
import type { ConsoleContext, ConsoleHandlers } from '../handler-types.ts'
import { splitPage, placeShapes, decodePlace, defaultPageSize, encodePlace } from '../paging.ts'

export function staffHandlers({ idleLimitMs, fourEyes }: ConsoleContext) {
  return {
    async getMe(_request, { staff, session, ownSessions }) {
      const { openedOn, expiresOn: endsOn } = session
      return {
        ...staff,
        session: { openedOn, endsOn, idleLimitMs },
        sessions: await ownSessions(),
        fourEyes: await fourEyes(),
      }
    },

    async signOut(_request, caller) {
      await caller.signOut()
      return {}
    },

    async listStaff({ after, limit = defaultPageSize }, { perform }) {
      const place = decodePlace(placeShapes.staff, after)
      const { rows, last } = splitPage(await perform(listStaff, { after: place, limit: limit + 1 }), limit)
      return { rows, next: last && encodePlace({ name: last.name, id: last.id }) }
    },

    async getStaff({ id }, { perform }) {
      const { person, sessions } = await perform(showStaff, { staff: id })
      return { ...person, sessions }
    },
  } satisfies Partial<ConsoleHandlers>
}
