import { createHmac } from 'node:crypto'

import { columnNames, workFields } from '@ekyc/contract/console/sheet-lines'
import { csvLine } from '@ekyc/contract/csv-line'

import {
  beginAgentExport,
  streamAgents,
  pageOfAgents,
  type ListedAgent,
} from '../../acts/agents/find-agents.ts'
import { listAgentTrail, showAgent, showMobile } from '../../acts/agents/show-agent.ts'
import { listSessions } from '../../acts/agents/access.ts'
import { search } from '../../acts/search.ts'
import { listViews, removeView, saveView } from '../../acts/staff/saved-views.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { maskMobile } from '../../domain/agents/agents.ts'
import { fileAnswer, type ConsoleContext, type ConsoleHandlers } from '../handler-types.ts'
import { placeShapes, decodePlace, defaultPageSize, encodePlace } from '../paging.ts'
import { auditPage } from './audit.ts'

/** An agent has only a few sessions, so the list has one page. */
const mostSessions = 100

export function agentHandlers({ runner, dependencies, digestKey, proofs, now }: ConsoleContext) {
  return {
    async search({ text }, { perform }) {
      const digest = createHmac('sha256', digestKey).update(text.trim()).digest('hex').slice(0, 16)
      return perform(search, { text, digest })
    },

    async listAgents({ after, limit = defaultPageSize, ...wanted }, { perform }) {
      const shape = wanted.sort === 'last-order' ? placeShapes.agentsByLastOrder : placeShapes.agents
      const page = await perform(pageOfAgents, { ...wanted, after: decodePlace(shape, after), limit })
      return {
        rows: page.agents.map(masked),
        next: page.next && encodePlace(page.next),
        count: page.count,
      }
    },

    async exportAgents(wanted, { perform, staff }) {
      // The parser of URLs returns a text for one branch, and a list for several branches.
      const input = { ...wanted, ...(wanted.branch !== undefined && { branch: [wanted.branch].flat() }) }
      const isProven = await proofs.useAny({ staffId: staff.id, act: 'agent.export', input })
      const about = await perform(beginAgentExport, { ...wanted, isProven })
      const lines = csvOf(streamAgents({ db: runner, at: now(), policy: dependencies.policy }, wanted), about)
      return fileAnswer('agents.csv', 'text/csv', lines)
    },

    async getAgent({ id }, { perform }) {
      const { erasedOn, agent } = await perform(showAgent, { agent: id })
      return { id, erasedOn, agent: agent ? masked(agent) : null }
    },

    listAgentSessions: async ({ id }, { perform }) => ({
      rows: await perform(listSessions, { agent: id, limit: mostSessions }),
    }),

    async listAgentTrail({ id, after, looks = true, limit = defaultPageSize }, { perform }) {
      const place = decodePlace(placeShapes.audit, after)
      return auditPage(await perform(listAgentTrail, { agent: id, looks, limit, after: place }))
    },

    showMobile: ({ id, reason }, { perform }) => perform(showMobile, { agent: id, reason }),
    listViews: (_request, { perform }) => perform(listViews, {}),
    saveView: (view, { perform }) => perform(saveView, view),
    removeView: ({ id }, { perform }) => perform(removeView, { id }),
  } satisfies Partial<ConsoleHandlers>
}

function masked<Agent extends { mobile: string }>(agent: Agent): Agent {
  return { ...agent, mobile: maskMobile(agent.mobile) }
}

const heads = ['id', 'mobile', 'name', ...workFields.map(field => columnNames[field]), 'roles', 'status']
const figureHeads = ['last_order', 'orders_30_days', 'verified_30_days']

async function* csvOf(pieces: AsyncIterable<ListedAgent[]>, about: string): AsyncGenerator<string> {
  // This byte-order mark tells spreadsheet programs that the file is UTF-8.
  yield `\ufeff${csvLine([...heads, ...figureHeads])}`
  let rows = 0
  try {
    for await (const piece of pieces) {
      yield piece.map(lineOf).join('')
      rows += piece.length
    }
    yield csvLine([`# complete, ${rows} rows, agents${about}`])
  } catch (error) {
    // The answer has begun already, so only its last line can report an error.
    const why = error instanceof CommandRefused ? error.message : 'the database did not answer'
    yield csvLine([`# INCOMPLETE: ${why}, after ${rows} rows, agents${about}`])
  }
}

function lineOf(agent: ListedAgent): string {
  const work = workFields.map(field => agent[field])
  const words = [agent.roles.join(' '), agent.statuses.join(' ')]
  const figures = [agent.lastOrderOn ?? '', String(agent.orders30), String(agent.verified30)]
  return csvLine([agent.id, maskMobile(agent.mobile), agent.name, ...work, ...words, ...figures])
}
