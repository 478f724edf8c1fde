import type { ConsoleHandlers } from '../handlers.ts'

export function sessionHandlers(settings: {
  idleLimitMs: number
  fourEyes(): Promise<boolean>
}): Pick<ConsoleHandlers, 'getMe' | 'signOut'> {
  return {
    async getMe(_request, { staff, session, ownSessions }) {
      const sessions = await ownSessions()
      return {
        id: staff.id,
        name: staff.name,
        roles: [...staff.roles],
        session: {
          openedOn: session.openedOn.toISOString(),
          endsOn: session.expiresOn.toISOString(),
          idleLimitMs: settings.idleLimitMs,
        },
        sessions: sessions.map(({ openedOn, lastSeenOn, isCurrent }) => ({
          openedOn: openedOn.toISOString(),
          lastSeenOn: lastSeenOn.toISOString(),
          isCurrent,
        })),
        fourEyes: await settings.fourEyes(),
      }
    },

    async signOut(_request, caller) {
      await caller.signOut()
      return {}
    },
  }
}
