import { X509Certificate } from 'node:crypto'

import { fromIndiaDateTime } from '@ekyc/contract/india-time'
import { captureMaxAgeMs } from '@ekyc/contract/limits'
import type { BiometricDeviceInfo } from '@ekyc/contract/shapes'

import { minuteMs } from '../clocks.ts'
import type { Policy } from '../policy.ts'
import type { Capture } from '../ports.ts'
import { Refused } from '../call-errors.ts'

export type CaptureRules = {
  /** The `ci` values of the authority's keys in force. */
  keyIds: string[]
  /** The registry of allowed devices (the bank's or the product's own), or undefined to allow every device. */
  devices: readonly RegisteredDeviceModel[] | undefined
  /** True to allow only devices that encrypt in hardware (L1). The registry, not the capture, gives the level. */
  level1Only: boolean
  /** Called with a device that the registry lacks, if its names may be reported, so that the bank can add it. */
  onUnlisted?: (device: Omit<RegisteredDeviceModel, 'level'>) => void
}

export type RegisteredDeviceModel = { dpId: string; rdsId: string; mi: string; level: 'L0' | 'L1' }

const skeyBytes = 256
const hmacBytes = 48
const timestampLength = 19
const dataMinBytes = 36

/**
 * Checks the parts of a capture that need no key (rd-service.md 6.3): its format, its device and its age.
 * A PID block contains no nonce of this server, so only its age and the single use of its bytes bind it to an order.
 * @param on.openedOn the time when the order was opened: an older capture belongs to another order
 * @throws Refused with a reason that tells the agent what to do
 */
export function checkCapture(
  info: BiometricDeviceInfo,
  on: { rules: CaptureRules; openedOn: Date; now: Date; policy: Policy },
): { capture: Capture; certificateEnds: Date } {
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
    info.tid === 'registered' &&
    // Only XML is accepted, because the portal asks the device for XML (format 0). Protobuf (type P) would need a
    // different parser of the PID block.
    info.data.type === 'X'
  if (!isWhole) throw new Refused('capture_malformed')
  if (!rules.keyIds.includes(info.skey.ci)) throw new Refused('capture_key_unknown')

  const certificateEnds = checkDevice(info.meta, rules, now)

  const pidTimestamp = bytes.subarray(0, timestampLength).toString('latin1')
  const capturedOn = fromIndiaDateTime(pidTimestamp)
  if (capturedOn === undefined) throw new Refused('capture_malformed')
  checkAge(capturedOn, openedOn, now, policy.captureSkewMinutes * minuteMs)

  const capture: Capture = {
    pidTimestamp,
    skey: { ci: info.skey.ci, value: skey },
    hmac,
    data,
    device: { ...info.meta },
  }
  return { capture, certificateEnds }
}

function checkDevice(meta: BiometricDeviceInfo['meta'], rules: CaptureRules, now: Date): Date {
  const certificate = readCertificate(meta.mc)
  if (!certificate) throw new Refused('capture_malformed')
  // An unreadable date becomes an invalid Date. `validFromDate` and `validToDate` of the certificate would be any date.
  const [validFrom, validTo] = [new Date(certificate.validFrom), new Date(certificate.validTo)]
  // The condition is positive, because every comparison with an invalid Date is false. Such a date is refused.
  if (!(now >= validFrom && now <= validTo)) throw new Refused('device_certificate_expired')
  const listed = findRegisteredDevice(rules.devices, meta)
  const isUnlisted = rules.devices !== undefined && listed === undefined
  const { dpId, rdsId, mi } = meta
  if (isUnlisted && [dpId, rdsId, mi].every(name => isName.test(name)))
    rules.onUnlisted?.({ dpId, rdsId, mi })
  if (isUnlisted || (rules.level1Only && listed?.level !== 'L1')) throw new Refused('device_not_allowed')
  return validTo
}

export function findRegisteredDevice(
  registry: readonly RegisteredDeviceModel[] | undefined,
  { dpId, rdsId, mi }: Pick<RegisteredDeviceModel, 'dpId' | 'rdsId' | 'mi'>,
): RegisteredDeviceModel | undefined {
  return registry?.find(one => one.dpId === dpId && one.rdsId === rdsId && one.mi === mi)
}

/** Matches a device's name that may be reported. Six digits in a row, which may be a person's number, do not match. */
const isName = /^(?!.*\d{6})[\w. -]{1,50}$/

function checkAge(capturedOn: Date, openedOn: Date, now: Date, skewMs: number): void {
  // An opening time in the future counts as `now`. Otherwise an order would refuse every capture for a while after the
  // clock was set back.
  const opened = Math.min(openedOn.getTime(), now.getTime())
  // Only a slow clock gives a time long before the opening, because even a slow agent captures after the opening.
  if (capturedOn.getTime() < opened - captureMaxAgeMs) throw new Refused('capture_clock_slow')
  const ageMs = now.getTime() - capturedOn.getTime()
  if (ageMs > captureMaxAgeMs) throw new Refused('capture_stale')
  if (ageMs < -skewMs) throw new Refused('capture_from_future')
  if (capturedOn.getTime() < opened - skewMs) throw new Refused('capture_before_order')
}

function readCertificate(certificate: string): X509Certificate | undefined {
  const der = base64Bytes(withoutSpace(certificate))
  try {
    return der && new X509Certificate(der)
  } catch {
    return undefined
  }
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s/g, '')
}

function base64Bytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : undefined
}
