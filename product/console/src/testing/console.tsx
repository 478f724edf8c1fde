import { setConnected } from '@ekyc/ui/browser/connection.ts'
import { consoleBase, consoleCalls, type ConsoleCallName } from '@ekyc/contract/console/calls'
import type { StaffRole } from '@ekyc/contract/console/acts'
import type { ConsoleRefusalCode } from '@ekyc/contract/console/refusals'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { navigate } from '@ekyc/ui/browser/location.ts'
import { user } from '@ekyc/ui/testing/user.ts'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, vi } from 'vitest'

import { Console } from '../app/console.tsx'
import { tell } from '../parts/act-dialog.tsx'
import { parametersOf } from '../session/address.ts'
import { emptySession, useSession } from '../session/session.ts'

type Request = Record<string, unknown>
export type Answers = {
  [Name in ConsoleCallName]?:
    | AnswerOf<Name>
    | ((request: Request) => AnswerOf<Name> | Promise<AnswerOf<Name>>)
}

/** An error that makes the fake server refuse a call. */
export class FakeRefusal extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, code: ConsoleRefusalCode, message = 'Refused.') {
    super(message)
    this.status = status
    this.body = { error: { code, message, requestId: 'r-1' } }
  }
}

export function neha(...roles: StaffRole[]): AnswerOf<'getMe'> {
  return {
    id: '4f1c09aa-0000-7000-8000-000000000001',
    name: 'Neha Kulkarni',
    roles,
    session: {
      openedOn: '2026-11-25T03:30:00.000Z',
      endsOn: '2026-11-25T13:30:00.000Z',
      idleLimitMs: 900_000,
    },
    sessions: [
      {
        openedOn: '2026-11-25T03:30:00.000Z',
        lastSeenOn: '2026-11-25T04:30:00.000Z',
        isCurrent: true,
      },
    ],
    fourEyes: true,
  }
}

/** Answers by which one person does an act. */
export const byOne = {
  planAct: { reach: 1, permission: 'do' as const, needsProof: false },
  doAct: { done: true as const, changed: true },
}

/** Answers by which an act waits for a second person. */
export const bySecond = (proposal: number, reach = 1) => ({
  planAct: { reach, permission: 'propose' as const, needsProof: false },
  doAct: { proposal },
})

/** Answers by which the bank's provider has proven who acts, as soon as the console asks (`untilProven`). */
export const proving = { startProof: { proof: 'p', address: '/at-the-provider' }, prove: { isProven: true } }

/**
 * Opens the whole console at an address, as Neha with this role, until the test has ended. A fake server gives these
 * answers and records the requests.
 */
export async function openConsole(
  address: string,
  role: StaffRole | readonly StaffRole[] | 'nobody',
  given: Answers = {},
) {
  const answers = { ...(role !== 'nobody' && { getMe: neha(...[role].flat()) }), ...given }
  leaveConsole()
  onTestFinished(() => {
    leaveConsole()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  const asked: { name: ConsoleCallName; request: Request }[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const told = callOf(url, init)
    if (!told) return Promise.resolve(Response.json({}, { status: 404 }))
    asked.push(told)
    return answered(answers[told.name], told.request)
  })
  // The DOM of the tests has no popovers.
  HTMLElement.prototype.hidePopover ??= () => {}
  window.history.replaceState(null, '', address)
  await act(async () => render(<Console />))
  return {
    user,
    askedFor: (name: ConsoleCallName) => asked.filter(one => one.name === name).map(({ request }) => request),
  }
}

/** Moves fake time, which else stands still. */
export async function wait(ms: number): Promise<void> {
  await act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
}

/** Waits while the console asks the server whether the provider has proven who acts. */
export async function untilProven(): Promise<void> {
  await screen.findByRole('dialog', { name: 'Show that it is you' })
  // Timers that begin while `wait` goes on would stand still at its end.
  await act(async () => void vi.advanceTimersByTime(2_000))
}

/** Presses a button as soon as it may be pressed. The button of an act waits until the act is planned. */
export async function press(button: HTMLElement): Promise<void> {
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
  await user.click(button)
}

function leaveConsole(): void {
  cleanup()
  useSession.setState(emptySession, true)
  setConnected(true)
  tell(undefined)
  navigate('/', { replace: true })
}

async function answered(answer: unknown, request: Request): Promise<Response> {
  if (answer === undefined)
    return Response.json({ error: { code: 'not_found', message: 'No such answer.' } }, { status: 404 })
  try {
    const given: unknown =
      typeof answer === 'function' ? await (answer as (of: Request) => unknown)(request) : answer
    return Response.json({ answer: given, counters: emptySession.counters })
  } catch (error) {
    if (!(error instanceof FakeRefusal)) throw error
    return Response.json(error.body, { status: error.status })
  }
}

function callOf(
  url: string,
  { method = 'GET', body }: RequestInit,
): { name: ConsoleCallName; request: Request } | undefined {
  const { pathname, searchParams } = new URL(url, window.location.href)
  for (const [name, call] of Object.entries(consoleCalls)) {
    const parameters = parametersOf(consoleBase + call.path, pathname)
    if (call.method !== method || !parameters) continue
    const inBody = typeof body === 'string' ? (JSON.parse(body) as Request) : {}
    return {
      name: name as ConsoleCallName,
      request: { ...parameters, ...Object.fromEntries(searchParams), ...inBody },
    }
  }
  return undefined
}
