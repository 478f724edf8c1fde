import type { KeyObject } from 'node:crypto'

import { userCallsPath } from '@ekyc/contract/calls'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Policy } from '../domain/policy.ts'
import { isSameSecret, keyedHash, type DerivedKeys } from '../domain/secrets.ts'
import { claimedMobile } from './caller.ts'

const prefix = 'device-'
const daySeconds = 86_400

export type DeviceCookies = ReturnType<typeof createDeviceCookies>

/** OWASP, "Device Cookies". Each phone has its own cookie, which gives a device separate limits, but no right. */
export function createDeviceCookies(options: {
  /** The first key signs cookies. All keys verify them. */
  keys: DerivedKeys
  overHttps: boolean
  policy: Policy
}) {
  const { keys, overHttps, policy } = options
  const attributes = { path: userCallsPath, httpOnly: true, sameSite: 'strict', secure: overHttps } as const

  return {
    find(request: FastifyRequest): string | undefined {
      const cookies = cookiesOf(request)
      const mobile = claimedMobile(request.body)
      if (mobile === undefined || Object.keys(cookies).length === 0) return undefined
      return keys
        .map(key => readSigned(key, mobile, cookies[nameFor(key, mobile)]))
        .find(device => device !== undefined)
    },

    remember(request: FastifyRequest, reply: FastifyReply, mobile: string, device: string): void {
      const name = nameFor(keys[0], mobile)
      const others = Object.keys(cookiesOf(request)).filter(other => other !== name)
      // Browsers send the oldest cookie first.
      const surplus = others.slice(0, Math.max(0, others.length + 1 - policy.phonesPerDevice))
      const value = `${device}.${signatureOf(keys[0], mobile, device)}`
      const maxAge = policy.deviceTrustDays * daySeconds
      reply.header('set-cookie', [
        stringifySetCookie(name, value, { ...attributes, maxAge }),
        ...surplus.map(old => stringifySetCookie(old, '', { ...attributes, maxAge: 0 })),
      ])
    },
  }
}

function readSigned(key: KeyObject, mobile: string, value = ''): string | undefined {
  const [device = '', signature = ''] = value.split('.')
  const expected = signatureOf(key, mobile, device)
  return isSameSecret(Buffer.from(signature), Buffer.from(expected)) ? device : undefined
}

function cookiesOf(request: FastifyRequest): Record<string, string | undefined> {
  const { cookie } = request.headers
  if (!cookie?.includes(prefix)) return {}
  return Object.fromEntries(Object.entries(parseCookie(cookie)).filter(([name]) => name.startsWith(prefix)))
}

/** The name does not reveal the phone. */
function nameFor(key: KeyObject, mobile: string): string {
  return prefix + keyedHash(key, `name\0${mobile}`).toString('hex').slice(0, 16)
}

function signatureOf(key: KeyObject, mobile: string, device: string): string {
  return keyedHash(key, `device\0${mobile}\0${device}`).toString('base64url')
}
