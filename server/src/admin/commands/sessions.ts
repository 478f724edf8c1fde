import { command, type Command } from '../command.ts'
import { table } from '../table.ts'
import { mobile } from './arguments.ts'

export const sessionCommands: Command[] = [
  command({
    name: 'sessions list',
    summary: 'Lists who is signed in, the newest first.',
    arguments: [{ ...mobile, optional: true }],
    options: { limit: { kind: 'count', fallback: 100, most: 10_000, about: 'at most so many' } },
    examples: ['', '9876543210'],
    async run({ arguments: { MOBILE }, options: { limit } }, tools) {
      const { sessions } = await tools.administration()
      const live = await sessions.list({ mobile: MOBILE, limit })
      const rows = live.map(one => [one.id, one.mobile, one.openedOn, one.lastSeenOn, one.expiresOn])
      return {
        text: table(['Session', 'Mobile', 'Opened', 'Last seen', 'Ends'], rows),
        data: { sessions: live },
      }
    },
  }),

  command({
    name: 'sessions end',
    summary: 'Ends the sessions of an agent at once.',
    arguments: [mobile],
    options: {
      session: { kind: 'text', value: 'SESSION', about: 'only this one, as sessions list names it' },
    },
    examples: ['9876543210 --yes', '9876543210 --session 0f3a91c2be77'],
    async run({ arguments: { MOBILE }, options: { session } }, tools) {
      await tools.confirm(
        session === undefined ? `End all sessions of ${MOBILE}?` : `End the session ${session} of ${MOBILE}?`,
      )
      const { sessions } = await tools.administration()
      const done = await sessions.end(MOBILE, session)
      return { text: `Sessions of ${MOBILE} ended: ${done.ended}.`, data: done }
    },
  }),
]
