import type { DeviceKeys } from './device-keys.ts'
import type { Vendor } from './registry.ts'
import { deviceInfo, emptyDeviceInfo, rdServiceAnswer } from './answers.ts'
import { httpAnswer } from './http-answer.ts'
import type { Identities, Identity } from './identity.ts'
import type { Reply, Scheme } from './listener.ts'
import { indiaTime } from './pid-block.ts'
import type { DeviceRequest } from './request-reader.ts'
import { createScanner, type Wait } from './scanner.ts'
import { verbs, type Effects, type Verb } from './scenarios.ts'
import { profiles } from './vendors.ts'
import { writeXml, type XmlElement } from './write-xml.ts'

/** The vendor, faults and finger that the service simulates at the moment. */
export type Role = {
  vendor: Vendor
  effects: Effects
  finger: string
  delayMs: number
  slow: Readonly<Record<Verb | 'OPTIONS', number>>
}

export type RdService = ReturnType<typeof createRdService>

/** Simulates one driver on one port: the three calls of rd-service.md 1.1, and a browser's OPTIONS before them. */
export function createRdService(options: {
  keys: DeviceKeys
  identities: Identities
  role: () => Role
  now: () => Date
  wait: Wait
}) {
  const scanner = createScanner(options)
  let calls = noCalls
  let unanswered = 0

  async function answer(request: DeviceRequest | undefined, port: number): Promise<Reply> {
    const reply = await replyTo(request, port)
    if (reply.kind === 'silence') unanswered += 1
    return reply
  }

  async function replyTo(request: DeviceRequest | undefined, port: number): Promise<Reply> {
    const role = options.role()
    const verb = request && verbOf(request)
    // The standard says that a malformed call "would simply not be responded to".
    if (!verb) return { kind: 'silence' }
    const { effects } = role
    const hit = effects.verbs?.includes(verb) ?? true
    const preflight = request.verb === 'OPTIONS'
    const kind = preflight ? 'OPTIONS' : verb
    calls = { ...calls, [kind]: calls[kind] + 1 }
    await options.wait(role.slow[kind] + (hit && !preflight ? (effects.slowMs ?? 0) : 0))
    if (hit && effects.wire) return { kind: effects.wire }
    const profile = profiles[role.vendor]
    const http = { origin: `${profile.scheme}://127.0.0.1:${port}`, cors: effects.cors ?? 'real' } as const
    if (preflight) return { kind: 'answer', bytes: httpAnswer({ ...http, body: Buffer.alloc(0), preflight }) }
    const path = request.path.replace(/^\*$/, '/')
    if (path !== { ...profile.paths, RDSERVICE: '/' }[verb]) return { kind: 'silence' }
    const xml = writeXml(await answers[verb](request, role, port), profile.style)
    const body = Buffer.from(hit && effects.bytes ? effects.bytes(xml) : xml)
    const faults = hit ? { lengthError: effects.lengthError ?? 0, ...effects.http } : {}
    return { kind: 'answer', bytes: httpAnswer({ ...http, body, ...faults }) }
  }

  const answers: Record<Verb, (request: DeviceRequest, role: Role, port: number) => Promise<XmlElement>> = {
    RDSERVICE: async (_, { vendor, effects }, port) => {
      const profile = profiles[vendor]
      return rdServiceAnswer({
        status: effects.status ?? (scanner.isCapturing() ? 'USED' : 'READY'),
        info: effects.info ?? profile.info,
        interfaces: (effects.interfaces ?? profile.interfaces)(port),
      })
    },
    DEVICEINFO: async (_, role) => {
      const identity = await identityOf(role)
      if (role.effects.noDevice) return emptyDeviceInfo(identity)
      return deviceInfo(identity, profiles[role.vendor], indiaTime(options.now()))
    },
    CAPTURE: (request, role) => captureAs(role, request.body),
  }

  async function captureAs(role: Role, pidOptions: string): Promise<XmlElement> {
    const identity = await identityOf(role)
    return scanner.capture(pidOptions, { ...role, profile: profiles[role.vendor], identity })
  }

  async function identityOf({ vendor, effects }: Role): Promise<Identity> {
    const identity = await options.identities(vendor, effects.certificate ?? 'valid')
    return effects.oldDriver ? { ...identity, rdsVer: '1.0.1' } : identity
  }

  return {
    answer,
    capture: (pidOptions: string) => captureAs(options.role(), pidOptions),
    scheme: (): Scheme => profiles[options.role().vendor].scheme,
    /** Returns the numbers of calls since the start or the last replug, by verb, including unanswered calls. */
    calls: () => calls,
    /** Returns the number of requests since the start that the service has read and left without an answer. */
    unanswered: () => unanswered,
    replug: () => {
      scanner.replug()
      calls = noCalls
    },
  }
}

const noCalls = { OPTIONS: 0, RDSERVICE: 0, DEVICEINFO: 0, CAPTURE: 0 }

/** Returns the verb of a request. An OPTIONS counts as the verb that the browser asks about. */
function verbOf({ verb, headers }: DeviceRequest): Verb | undefined {
  const meant = verb === 'OPTIONS' ? headers.get('access-control-request-method') : verb
  return verbs.find(known => known === meant)
}
