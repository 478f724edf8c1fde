import { X509Certificate } from 'node:crypto'

import { fromIndiaDateTime } from '@ekyc/contract/india-time'
import { captureMaxAgeMs } from '@ekyc/contract/limits'
import type { BiometricDeviceInfo } from '@ekyc/contract/shapes'

import { minuteMs } from './durations.ts'
import type { Policy } from './policy.ts'
import type { Capture } from './ports.ts'
import { Refused } from './refused.ts'

export type CaptureRules = {
  /** `ci` values of the authority's keys in force. */
  keyIds: string[]
  /** Only these devices, where the bank keeps a registry; undefined allows every one. */
  devices: RegisteredDevice[] | undefined
  /** Refuse devices that do not encrypt in hardware (L1). The payload does not tell the level: the registry does. */
  level1Only: boolean
}

export type RegisteredDevice = { dpId: string; rdsId: string; mi: string; level: 'L0' | 'L1' }

const skeyBytes = 256
const hmacBytes = 48
const timestampLength = 19
const dataMinBytes = 36

/**
 * What can be seen of a capture without any key (rd-service.md 6.3): its shapes, its device's certificate, its age.
 * A PID block has no nonce of ours; age and the one use of its bytes are all that binds it to an order.
 *
 * @param on.openedOn when the order was opened: an older capture was made for something else
 * @throws Refused with what the agent can do about it
 */
export function checkCapture(
  info: BiometricDeviceInfo,
  on: { rules: CaptureRules; openedOn: Date; now: Date; policy: Policy },
): Capture {
  const { rules, openedOn, now, policy } = on
  const skey = withoutSpace(info.skey.value)
  const hmac = withoutSpace(info.Hmac)
  const data = withoutSpace(info.data.value)
  const bytes = base64Bytes(data)
  const isWhole =
    base64Bytes(skey)?.length === skeyBytes &&
    base64Bytes(hmac)?.length === hmacBytes &&
    bytes !== undefined &&
    bytes.length >= dataMinBytes &&
    info.tid === 'registered'
  if (!isWhole) throw new Refused('capture_malformed')
  // Protobuf (type P) would need another reading of the PID block; our capture asks for XML (format 0).
  if (info.data.type !== 'X') throw new Refused('capture_malformed')
  if (!rules.keyIds.includes(info.skey.ci)) throw new Refused('capture_key_unknown')

  checkDevice(info.meta, rules, now)

  const pidTimestamp = bytes.subarray(0, timestampLength).toString('latin1')
  const capturedOn = fromIndiaDateTime(pidTimestamp)
  if (capturedOn === undefined) throw new Refused('capture_malformed')
  checkAge(capturedOn, openedOn, now, policy.captureSkewMinutes * minuteMs)

  return {
    pidTimestamp,
    skey: { ci: info.skey.ci, value: skey },
    hmac,
    data: { type: info.data.type, value: data },
    device: { ...info.meta },
  }
}

function checkDevice(meta: BiometricDeviceInfo['meta'], rules: CaptureRules, now: Date): void {
  const certificate = readCertificate(meta.mc)
  if (!certificate) throw new Refused('capture_malformed')
  // Asked this way round: a date that cannot be read is neither before nor after now.
  if (!(now >= new Date(certificate.validFrom) && now <= new Date(certificate.validTo)))
    throw new Refused('device_certificate_expired')
  const listed = rules.devices?.find(
    device => device.dpId === meta.dpId && device.rdsId === meta.rdsId && device.mi === meta.mi,
  )
  const isUnlisted = rules.devices !== undefined && listed === undefined
  if (isUnlisted || (rules.level1Only && listed?.level !== 'L1')) throw new Refused('device_not_allowed')
}

function checkAge(capturedOn: Date, openedOn: Date, now: Date, skewMs: number): void {
  const ageMs = now.getTime() - capturedOn.getTime()
  if (ageMs > captureMaxAgeMs) throw new Refused('capture_stale')
  if (ageMs < -skewMs) throw new Refused('capture_from_future')
  // Never later than now: an order opened before the clock was set back would take no capture until it caught up.
  const opened = Math.min(openedOn.getTime(), now.getTime())
  if (capturedOn.getTime() < opened - skewMs) throw new Refused('capture_before_order')
}

function readCertificate(mc: string): X509Certificate | undefined {
  const der = base64Bytes(withoutSpace(mc))
  if (!der) return undefined
  try {
    return new X509Certificate(der)
  } catch {
    return undefined
  }
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s/g, '')
}

/** Strict: padding, alphabet and length are right, or it is nothing. */
function base64Bytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : undefined
}
