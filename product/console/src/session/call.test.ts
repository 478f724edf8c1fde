import { setConnected, useIsConnected } from '@ekyc/ui/browser/connection.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { NoAnswer, Refused, call } from './call.ts'
import { emptySession, useSession } from './session.ts'

type Sent = { url: string; init: RequestInit }

let sent: Sent[]
let answers: (() => Response)[]

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  answers = []
  useSession.setState(emptySession, true)
  setConnected(true)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const answered = (answer: unknown) => () =>
  Response.json({ answer, counters: { proposals: 3, exceptions: 0, alerts: 0 } })
const refused = (status: number, error: object) => () => Response.json({ error }, { status })
const headersOf = ({ init }: Sent) => new Headers(init.headers)

test('an act goes in the body, with the header that no other page can send', async () => {
  answers = [answered({ done: true, changed: true })]
  await call('doAct', { name: 'agent.unlock', input: { agent: 'a-1' } })
  const [act] = sent as [Sent]
  expect(act.url).toBe('/api/console/v1/acts/agent.unlock')
  expect(act.init.body).toBe('{"input":{"agent":"a-1"}}')
  expect(headersOf(act).get('x-console')).toBe('1')
})

test('an act whose answer was lost is asked for again with its key', async () => {
  answers = [
    () => {
      throw new TypeError('Failed to fetch')
    },
    answered({ done: true, changed: true }),
  ]
  const act = call('doAct', { name: 'agent.unlock', input: {} })
  await vi.advanceTimersByTimeAsync(2_100)
  expect(await act).toEqual({ done: true, changed: true })
  const [first, second] = sent.map(one => headersOf(one).get('idempotency-key'))
  expect(first).toBeTruthy()
  expect(second).toBe(first)
})

test('a read without an answer fails, and says that the server is away', async () => {
  await expect(call('listAgents', {})).rejects.toThrow(NoAnswer)
  expect(sent).toHaveLength(1)
  expect(useIsConnected.getState()).toBe(false)
})

test('a refusal keeps its code, its roles and the number of the request', async () => {
  answers = [refused(403, { code: 'not_permitted', message: 'No.', requestId: 'r-7', roles: ['security'] })]
  const error = await call('listStaff', {}).catch((problem: unknown) => problem)
  expect(error).toBeInstanceOf(Refused)
  expect(error).toMatchObject({
    code: 'not_permitted',
    message: 'No.',
    requestId: 'r-7',
    roles: ['security'],
  })
})

test('the first 401 after signing in ends the session; one before it does not', async () => {
  answers = [refused(401, { code: 'not_signed_in' }), refused(401, { code: 'not_signed_in' })]
  await expect(call('getMe', {})).rejects.toThrow(Refused)
  expect(useSession.getState().hasEnded).toBe(false)
  useSession.setState({ staff: { id: 'n', name: 'Neha' } as never })
  await expect(call('getMe', {})).rejects.toThrow(Refused)
  expect(useSession.getState().hasEnded).toBe(true)
})
