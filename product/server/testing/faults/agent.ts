import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { calls, type CallName } from '@ekyc/contract/calls'
import { indiaDate } from '@ekyc/contract/india-time'
import { refusals } from '@ekyc/contract/refusals'
import { captureFingerprint } from '@ekyc/contract/testing/capture-fingerprint'
import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'

import type { TestifiedOrder } from './reconcile.ts'

export type Answer = {
  status: number
  response: { success: boolean; displayMsg: string; code?: string }
  [field: string]: unknown
}

export type Agent = ReturnType<typeof createAgent>

/** The refusals of a capture when the clocks of device and server differ. The order stays open for another capture. */
const asksForAnother: string[] = [
  refusals.capture_stale,
  refusals.capture_from_future,
  refusals.capture_clock_slow,
  refusals.capture_before_order,
]

const callTimeoutMs = 45_000
const patienceMs = 120_000

/** Creates an agent that uses only the server's HTTP API and the sandbox's scanner. */
export function createAgent(
  world: { address: string; sandbox: string; serverTime(): Date },
  mobile: string,
  from: () => string,
) {
  let token: string | undefined

  async function once(name: CallName, fields: object = {}): Promise<Answer | undefined> {
    try {
      const answer = await fetch(world.address + calls[name].path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': from(),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({
          header: { requestId: randomUUID(), datetime: world.serverTime().toISOString() },
          device: {},
          ...fields,
        }),
        signal: AbortSignal.timeout(callTimeoutMs),
      })
      return { ...((await answer.json()) as Answer), status: answer.status }
    } catch {
      return undefined
    }
  }

  /** Repeats the call until its answer is final. A lost answer and an answer that asks to try again are not final. */
  async function surely(name: CallName, fields: object = {}): Promise<Answer> {
    const deadline = performance.now() + patienceMs
    for (;;) {
      const answer = await once(name, fields)
      const isToRepeat = answer?.status === 503 || answer?.response.code === 'too_many_at_once'
      if (answer && !isToRepeat) return answer
      if (performance.now() > deadline)
        throw new Error(
          `${name} got no definite answer in ${patienceMs} ms; the last: ${answer?.response.code ?? 'none'}`,
        )
      await sleep(150)
    }
  }

  async function submitted(fields: object): Promise<TestifiedOrder['answers'][number]> {
    const { status, response, transactionId } = await surely('submitOrder', fields)
    return { status, ...response, transactionId: String(transactionId) }
  }

  return {
    mobile,
    surely,

    async logIn(password: string): Promise<Answer> {
      await surely('checkUser', { username: mobile })
      const cipher = encryptPassword(password, mobile, indiaDate(world.serverTime()))
      const answer = await surely('login', { username: mobile, password: cipher, otpDetails: null })
      if (answer.response.success) token = String(answer['token'])
      return answer
    },

    /**
     * Checks a reference, captures a finger, and submits the capture several times at once, like an impatient agent or a
     * portal that got no answer.
     */
    async runKyc(reference: string, submits: number): Promise<TestifiedOrder> {
      const check = await surely('checkReference', { mobile, username: mobile, dbsRefCode: reference })
      if (!check.response.success) throw new Error(`${reference}: ${check.response.displayMsg}`)
      const orderId = String(check['orderId'])
      const { wadh } = check['biometricConstants'] as { wadh: string }
      const deadline = performance.now() + patienceMs
      for (;;) {
        const capture = await captureInTurn(world.sandbox, wadh, mobile, reference)
        const order = {
          username: mobile,
          sessionId: 's',
          roid: mobile,
          orderId,
          biometricDeviceInfo: capture,
        }
        const all = await Promise.all(Array.from({ length: submits }, () => submitted(order)))
        const answers = all.filter(({ displayMsg }) => !asksForAnother.includes(displayMsg))
        if (answers.length > 0) return { orderId, reference, answers }
        if (performance.now() > deadline) throw new Error(`${orderId}: ${all[0]?.displayMsg}`)
        await sleep(300)
      }
    },
  }
}

let lastCapture: Promise<unknown> = Promise.resolve()

/** Captures a finger after the previous capture has ended, because a device takes one capture at a time. */
function captureInTurn(sandbox: string, wadh: string, mobile: string, reference: string): Promise<object> {
  const capture = lastCapture.then(() => captureFingerprint(sandbox, { wadh, mobile, reference }))
  lastCapture = capture.catch(() => {})
  return capture
}
