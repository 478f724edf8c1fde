import { done, onAgent, refused, type Perform } from './administration.ts'
import type { ListedSession } from './administration-stores.ts'

export type SessionAdministration = {
  /** Live ones, newest first; everybody's without a mobile. */
  list(query: { mobile: string | undefined; limit: number }): Promise<ListedSession[]>
  /** One of the agent's sessions, or all of them without an id. */
  end(mobile: string, id: string | undefined): Promise<{ mobile: string; ended: number }>
}

export function createSessionAdministration(perform: Perform): SessionAdministration {
  return {
    list: query =>
      perform('session.list', async (stores, at) => {
        if (query.mobile === undefined)
          return { subject: 'all agents', ...done(await stores.sessionList.list(query, at)) }
        return onAgent(stores, query.mobile, async () => done(await stores.sessionList.list(query, at)))
      }),

    end: (mobile, id) =>
      perform('session.end', (stores, at) =>
        onAgent(
          stores,
          mobile,
          async agent => {
            const ended = await stores.sessionList.end(agent.id, id, at)
            if (id !== undefined && ended === 0) return refused(`${mobile} has no live session '${id}'.`)
            return { outcome: ended > 0 ? 'done' : 'unchanged', result: { mobile, ended } }
          },
          id ?? 'all sessions',
        ),
      ),
  }
}
