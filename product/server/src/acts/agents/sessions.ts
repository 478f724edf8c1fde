import { Type } from 'typebox'

import { endSessions as end, listSessions as readSessions } from '../../database/sign-in/sessions.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { act, agentOf, inputOf, listLimit, orNone } from '../act.ts'
import { agentNamed } from './show-agent.ts'

export const listSessions = act({
  name: 'session.list',
  input: inputOf({ agent: orNone(Type.String()), limit: listLimit }),
  async run(action, { agent: named, limit }) {
    action.row.subject = 'all agents'
    const agent = named === undefined ? undefined : await agentNamed(action, named)
    return readSessions(action.db, { agentId: agent?.id, limit, at: action.at })
  },
})

/** Ends one session of an agent, or all sessions. */
export const endSessions = act({
  name: 'session.end',
  input: inputOf({ agent: Type.String(), session: orNone(Type.String()) }),
  async run(action, { agent: named, session }) {
    const agent = await agentOf(action, named, session ?? 'all sessions')
    const live = await end(action.db, { agentId: agent.id, id: session, at: action.at })
    if (session !== undefined && live === 0)
      throw new CommandRefused(`${action.shown(agent.mobile)} has no live session '${session}'.`)
    action.row.unchanged = live === 0
    return { sessionsEnded: live }
  },
})
