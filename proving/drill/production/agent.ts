import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { captureFingerprint } from '@ekyc/contract/testing/capture-fingerprint'
import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'

import type { Answer, Ask } from './caller.mts'
import type { Caller } from './callers.ts'

export type World = { sandbox: string; device: string }
export type DrillAgent = ReturnType<typeof agentAt>

type Body = {
  response: { success: boolean; displayMsg: string }
  otpDetails: object
  token: string
  orderId: string
  transactionId: string
  totalItems: number
  biometricConstants: { wadh: string }
}

const password = 'Drill@2026'
const calls = '/api/v1/dbs'

export function bodyOf(fields: object): object {
  return { header: { requestId: randomUUID(), datetime: new Date().toISOString() }, device: {}, ...fields }
}

/** Simulates an agent at the computer `caller`, with the sandbox's scanner and phone. */
export function agentAt(caller: Caller, mobile: string, world: World) {
  let token: string | undefined

  async function call(path: string, fields: object): Promise<Answer & Body> {
    const answer = await caller.ask({ path: calls + path, token, body: bodyOf(fields) })
    const body = parsed(answer.body)
    if (!body?.response) throw new Error(`${path}: ${answer.status} ${answer.body}`)
    return { ...answer, ...body }
  }

  async function done(path: string, fields: object): Promise<Answer & Body> {
    const answer = await call(path, fields)
    if (!answer.response.success) throw new Error(`${path}: ${answer.status} ${answer.response.displayMsg}`)
    return answer
  }

  async function logIn(): Promise<void> {
    await done('/user/check', { username: mobile })
    const answer = await done('/user/login/password', {
      username: mobile,
      password: encryptPassword(password, mobile),
      otpDetails: null,
    })
    token = answer.token
  }

  function openOrder(reference: string): Promise<Answer & Body> {
    return done('/ekyc/refcode/check/', { mobile, username: mobile, dbsRefCode: reference })
  }

  async function submit(
    reference: string,
    { orderId, biometricConstants: { wadh } }: Body,
  ): Promise<Answer & Body> {
    const devicePort = Number(new URL(world.device).port)
    return done('/ekyc/order/submit', {
      username: mobile,
      sessionId: 's',
      roid: mobile,
      orderId,
      biometricDeviceInfo: await captureFingerprint(devicePort, { wadh, mobile, reference }),
      consent: { version: 'sahyadri-2026-11', language: 'en', givenOn: new Date().toISOString() },
    })
  }

  return {
    mobile,
    call,

    /** Logs in a new agent: gets an OTP by SMS, sets a password, and logs in. */
    async logInByOtp(): Promise<void> {
      const askedOn = new Date().toISOString()
      const { otpDetails } = await done('/user/check', { username: mobile })
      const otp = await otpSince(askedOn, world, mobile)
      await done('/user/password/set', {
        username: mobile,
        otpDetails: { ...otpDetails, otp },
        newPassword: encryptPassword(password, mobile),
      })
      await logIn()
    },

    async runKyc(reference: string): Promise<Answer & Body> {
      return submit(reference, await openOrder(reference))
    },

    /** Returns read-only calls, which may be repeated at any rate. */
    reads: (): Ask[] =>
      ['/user/profile/get', '/ekyc/order/byUser', '/mis/statistics/get'].map(path => ({
        path: calls + path,
        token,
        body: bodyOf({ username: mobile, id: mobile, pageNo: 1, from: '', to: '', timeframe: '3M' }),
      })),
  }
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

function parsed(body: string): Body | undefined {
  try {
    return JSON.parse(body) as Body
  } catch {
    return undefined
  }
}
