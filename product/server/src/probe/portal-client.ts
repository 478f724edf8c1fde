import { createCipheriv, randomUUID } from 'node:crypto'

import { calls, type CallName } from '@ekyc/contract/calls'
import { indiaDate } from '@ekyc/contract/india-time'
import { cipherIv, cipherKey } from '@ekyc/contract/password-cipher'
import type { AnswerOf, RequestOf } from '@ekyc/contract/shapes'
import type { RequestHeader } from '@ekyc/contract/wire'
import { roleHeader } from '@ekyc/contract/words'

import { networkReason } from '../doctor/network-reason.ts'
import { createProofKey } from './proof-key.ts'

/** The error when a step of the probe has failed. The message contains no secret. */
export class StepFailed extends Error {
  override name = 'StepFailed'
  readonly code: string | undefined
  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

export type PortalClient = ReturnType<typeof createPortalClient>

/** The time-out of a submit, in ms. A submit waits for the identity authority or, if repeated, for the first submit. */
const submitMs = 60_000
const usualMs = 15_000

/** Calls the portal over https as an agent's browser does, with a device cookie, a session and proofs of possession. */
export function createPortalClient({ origin, mobile }: { origin: string; mobile: string }) {
  const cookies = new Map<string, string>()
  let session: { token: string; key: ReturnType<typeof createProofKey> } | undefined

  return {
    hasSession: () => session !== undefined,

    async read(path: string): Promise<string> {
      const answer = await exchange(path, { headers: { accept: 'text/html, application/json' } }, usualMs)
      if (answer.status !== 200) throw new StepFailed(`${path} answers HTTP ${answer.status}`)
      return answer.text
    },

    call,

    async logIn(password: string): Promise<void> {
      session = undefined
      await call('checkUser', { username: mobile })
      const key = createProofKey()
      const attempt = { username: mobile, password: encrypted(password, mobile), otpDetails: null }
      const { token } = await call('login', attempt, key)
      session = { token, key }
    },

    async logOut(): Promise<void> {
      if (session) await call('logout', { username: mobile })
      session = undefined
    },
  }

  async function call<N extends CallName>(
    name: N,
    fields: RequestOf<N>,
    key = session?.key,
  ): Promise<AnswerOf<N>> {
    const { method, path, msgType } = calls[name]
    const at = new Date()
    const token = session?.token
    const headers = {
      'content-type': 'application/json',
      ...(cookies.size > 0 && { cookie: [...cookies].map(([one, value]) => `${one}=${value}`).join('; ') }),
      ...(token !== undefined && { authorization: `Bearer ${token}`, role: roleHeader, 'client-id': mobile }),
      ...(key && {
        dpop: key.prove({ method, url: origin + path, at, ...(token !== undefined && { token }) }),
      }),
    }
    const header: Omit<RequestHeader, 'msgType'> = {
      src: 'WEB',
      dst: 'ENT',
      channel: 'WEB',
      requestId: randomUUID(),
      datetime: at.toISOString(),
      traceId: randomUUID(),
      sessionId: 'probe',
    }
    const body = JSON.stringify({ header: { ...header, msgType }, device: {}, ...fields })
    const timeoutMs = name === 'submitOrder' ? submitMs : usualMs
    const { status, text } = await exchange(path, { method, headers, body }, timeoutMs)
    const answer = parsed(text)
    // The client forgets an ended session, which would otherwise fail every later run.
    if (status === 401) session = undefined
    if (answer?.response?.success !== true) {
      const { code, displayMsg } = answer?.response ?? {}
      throw new StepFailed([code ?? `HTTP ${status}`, displayMsg].filter(Boolean).join(': '), code)
    }
    return answer
  }

  async function exchange(path: string, init: RequestInit, timeoutMs: number) {
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const answer = await fetch(origin + path, { ...init, redirect: 'error', signal })
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      return { status: answer.status, text: await answer.text() }
    } catch (error) {
      const cause = error instanceof TypeError && error.cause !== undefined ? error.cause : error
      throw new StepFailed(`${origin}: ${networkReason(cause)}`)
    }
  }
}

// The result is `any`, because the contract has the types of the answers. The server's tests check its answers.
// oxlint-disable-next-line typescript/no-explicit-any
function parsed(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function encrypted(password: string, mobile: string): string {
  const cipher = createCipheriv('aes-128-cbc', cipherKey(mobile), cipherIv(indiaDate(new Date())))
  return Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]).toString('base64')
}
