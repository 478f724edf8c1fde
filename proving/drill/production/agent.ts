import { setTimeout as sleep } from 'node:timers/promises'

import { createHttpClient, type HttpAnswer } from '../../journeys/http-client.ts'
import type { Ask } from './caller.mts'
import type { Caller } from './callers.ts'
import type { World } from './set-up.ts'

export type DrillAgent = ReturnType<typeof agentAt>

const password = 'Drill@2026'

/** Simulates an agent at the computer `caller`, with the sandbox's scanner and phone. */
export function agentAt(caller: Caller, mobile: string, world: World) {
  const client = createHttpClient(request => caller.ask(request), mobile)
  return {
    mobile,
    orders: client.orders,

    /** Logs in a new agent: gets an OTP by SMS, sets a password, and logs in. */
    async logInByOtp(): Promise<void> {
      const askedOn = new Date().toISOString()
      const { otpDetails } = done(await client.check())
      const otp = await otpSince(askedOn, world, mobile)
      done(await client.setPassword(otpDetails as object, otp, password))
      done(await client.logIn(password))
    },

    async runKyc(reference: string): Promise<HttpAnswer> {
      const consent = { version: 'sahyadri-2026-11', language: 'en', givenOn: new Date().toISOString() }
      return done(await client.kyc(reference, world.sandbox, { consent }))
    },

    /** Returns read-only calls, which may be repeated at any rate. */
    reads: (): Ask[] => [
      client.request('user/profile/get', 'PROFILE', { username: mobile }),
      client.request('ekyc/order/byUser', 'ORDER_HISTORY', { username: mobile, pageNo: 1 }),
      client.request('mis/statistics/get', 'PROFILE', { id: mobile, timeframe: '3M' }),
    ],
  }
}

function done(answer: HttpAnswer): HttpAnswer {
  if (!answer.response.success) throw new Error(`${answer.status} ${answer.response.displayMsg}`)
  return answer
}

async function otpSince(asked: string, { sandbox }: World, mobile: string): Promise<string> {
  for (let tries = 0; tries < 60; tries++) {
    const answer = await fetch(`${sandbox}/sms/messages?to=${mobile}`)
    const texts = (await answer.json()) as { text: string; sentOn: string }[]
    const newest = texts.find(({ text }) => /\b\d{6}\b/.test(text))
    const otp = /\b\d{6}\b/.exec(newest?.text ?? '')?.[0]
    if (otp && newest && newest.sentOn > asked) return otp
    await sleep(500)
  }
  throw new Error(`no OTP came to ${mobile}`)
}
