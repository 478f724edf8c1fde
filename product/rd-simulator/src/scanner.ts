import { randomInt } from 'node:crypto'

import type { DeviceKeys } from './device-keys.ts'
import { fingerTemplate, readTemplate } from './fingers/template.ts'
import { deviceInfo, refusedPidData } from './answers.ts'
import { sealPid } from './encrypt-pid.ts'
import { errorCodes } from './error-codes.ts'
import type { Identity } from './identity.ts'
import { indiaTime, pidBlock, type Touch } from './pid-block.ts'
import { readPidOptions, type PidOptions } from './pid-options.ts'
import type { Effects } from './scenarios.ts'
import type { Profile } from './vendors.ts'
import { element, type XmlElement } from './write-xml.ts'

type Circumstances = {
  profile: Profile
  identity: Identity
  effects: Effects
  finger: string
  delayMs: number
}

/** Waits for some milliseconds. Rejects when the signal is aborted. A test passes a wait of its own. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>

/** Simulates one sensor. It makes one capture at a time, and a capture continues even if its client disconnects. */
export function createScanner(options: { keys: DeviceKeys; now: () => Date; wait: Wait }) {
  let running: AbortController | undefined
  let last: XmlElement | undefined

  async function capture(xml: string, around: Circumstances): Promise<XmlElement> {
    if (running) return refused('710', around)
    const { profile, effects } = around
    const { oldDriver } = effects
    const pidOptions = readPidOptions(xml, {
      ...profile.rules,
      ...(oldDriver && { fTypes: ['0', '1'] }),
    })
    if ('refused' in pidOptions) return refused(pidOptions.refused, around)
    running = new AbortController()
    try {
      const outcome = outcomeOf(pidOptions, around)
      await options.wait(outcome.afterMs, running.signal)
      if (outcome.errCode !== undefined) return refused(outcome.errCode, around)
      if (!effects.replay || !last) last = captured(pidOptions, around)
      return effects.pidData ? effects.pidData(last) : last
    } catch (error) {
      if (!running.signal.aborted) throw error
      return refused('730', around)
    } finally {
      running = undefined
    }
  }

  function refused(errCode: string, { profile, identity, effects }: Circumstances): XmlElement {
    const text: string | undefined = Object.entries(errorCodes).find(([code]) => code === errCode)?.[1]
    const errInfo = (errCode === effects.errCode ? effects.errInfo : undefined) ?? text ?? 'Unknown error'
    return refusedPidData(
      { errCode, errInfo },
      profile,
      deviceInfo(identity, profile, indiaTime(clock(effects))),
    )
  }

  function captured(asked: PidOptions, { profile, identity, effects, finger }: Circumstances): XmlElement {
    const ts = indiaTime(clock(effects))
    const touches = touchesOf(asked, finger)
    const { fType } = asked
    const pid = pidBlock({ ts, wadh: effects.wadh ?? asked.wadh, fType, touches, identity })
    const authority = options.keys.authorityEncryption.certificate.publicKey
    const sealed = sealPid({ pid, ts, authorityKey: authority })
    const resp = {
      errCode: '0',
      errInfo: profile.errInfo,
      fCount: String(asked.fCount),
      fType,
      nmPoints: fType === '1' ? undefined : touches.map(minutiaeCount).join(','),
      qScore: scoreOf(touches, profile, effects),
      ...profile.respExtra(asked, ts),
    }
    return element('PidData', {}, [
      element('Resp', resp),
      deviceInfo(identity, profile, ts),
      element('Skey', { ci: options.keys.authorityKeyId }, [sealed.skey]),
      element('Hmac', {}, [effects.hmac ? effects.hmac(sealed.hmac) : sealed.hmac]),
      element('Data', { type: 'X' }, [sealed.data]),
    ])
  }

  function clock({ skewMs = 0 }: Effects): Date {
    return new Date(options.now().getTime() + skewMs)
  }

  /** Ends a running capture and forgets the last capture, as unplugging the scanner does. */
  function replug(): void {
    running?.abort()
    last = undefined
  }

  return { isCapturing: () => running !== undefined, capture, replug }
}

function outcomeOf(
  asked: PidOptions,
  { effects, delayMs }: Circumstances,
): { afterMs: number; errCode?: string } {
  const { errCode } = effects
  if (errCode === '700' || delayMs >= asked.timeoutMs) return { afterMs: asked.timeoutMs, errCode: '700' }
  if (errCode === undefined) return { afterMs: delayMs }
  return { afterMs: errCode === '730' ? delayMs : 0, errCode }
}

function touchesOf({ fCount, posh }: PidOptions, finger: string): Touch[] {
  const positions = posh.split(',')
  return Array.from({ length: fCount }, (_, index) => ({
    finger: index === 0 ? finger : `${finger}, neighbour ${index}`,
    impression: randomInt(1, 2 ** 31),
    posh: positions[index] ?? 'UNKNOWN',
  }))
}

function minutiaeCount({ finger, impression }: Touch): number {
  return readTemplate(fingerTemplate(finger, impression)).length
}

function scoreOf(touches: readonly Touch[], profile: Profile, effects: Effects): string | undefined {
  if (effects.qScore === '') return undefined
  const scores = touches.map(({ impression }) => 62 + (impression % 30))
  return profile.qScore(effects.qScore ?? scores.join(','))
}
