import { isRecord } from '@ekyc/contract/is-record'
import { storedText } from '@ekyc/ui/browser/stored-text.ts'

import { initialSession, type SessionState } from './session-state.ts'

/** The fields whose values are never stored: biometrics, a submit's answer, OTP and token (decisions.md section 4). */
const neverWritten: readonly (keyof SessionState)[] = [
  'capturedFingerPrint',
  'biometricDeviceInfo',
  'capturedDataInJson',
  'aepsBiometricDta',
  'aepsBiometricDtaCaptureStatus',
  'submitOrderRsp',
  'otp',
  'bearerToken',
]

const slice = storedText('sessionStorage', 'persist:root')
const version = 1
const restoreTimeoutMs = 5000
/** The maximum length of a stored slice, in characters. The portal writes a few kilobytes; a longer text is forged. */
const longestSlice = 64 * 1024

/** The session starts anew if the stored one cannot be read, or was too slow to read (decisions.md section 4). */
export function restoreSession(): SessionState | undefined {
  const startedOn = performance.now()
  const isPlausible = (slice.read()?.length ?? 0) <= longestSlice
  const stored = isPlausible && slice.json()
  if (!isRecord(stored) || stored['version'] !== version || !isRecord(stored['state'])) return undefined
  const state = sessionFrom(stored['state'])
  const isLate = performance.now() - startedOn > restoreTimeoutMs
  return state && !isLate ? withoutSecrets(state) : undefined
}

export function saveSession(state: SessionState): void {
  slice.write(JSON.stringify({ state: withoutSecrets(state), version }))
}

export function forgetSession(): void {
  slice.forget()
}

/** Copies known fields by name, so that a stored `__proto__` has no effect. Returns undefined if a field is invalid. */
export function sessionFrom(stored: Record<string, unknown>): SessionState | undefined {
  const state: Record<string, unknown> = { ...initialSession() }
  for (const [field, initial] of Object.entries(state)) {
    const value = Object.hasOwn(stored, field) ? stored[field] : undefined
    if (value === undefined || !isLike(field, initial, value)) return undefined
    state[field] = value
  }
  // The loop above has validated every field.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return state as SessionState
}

function withoutSecrets(state: SessionState): SessionState {
  const initial = initialSession()
  return { ...state, ...Object.fromEntries(neverWritten.map(field => [field, initial[field]])) }
}

function isLike(field: string, initial: unknown, stored: unknown): boolean {
  const isObject = objects[field]
  if (isObject) return stored === null || isObject(stored)
  if (field.endsWith('Lock')) return stored === 'true' || stored === ''
  if (Array.isArray(initial)) return areTexts(stored)
  return initial === null || typeof stored === typeof initial
}

const objects: Record<string, (stored: unknown) => boolean> = {
  profileInfo: stored =>
    isRecord(stored) &&
    hasTexts(stored, ['name', 'mobile', 'email']) &&
    areTexts(stored['assignedRoles']) &&
    hasTexts(stored['address'], ['addressLine1', 'addressLine2']),
  prepareOrderResponse: stored => hasTexts(stored, ['orderId', 'createdOn', 'wadh', 'dbsRefCode']),
  kycVal: stored =>
    isRecord(stored) &&
    isNullOr(stored['authority'], ['source', 'code', 'action']) &&
    isNullOr(stored['consent'], ['version', 'language', 'givenOn']) &&
    isNullOr(stored['device'], ['dpId', 'rdsId', 'rdsVer', 'mi']) &&
    hasTexts(stored, [
      'status',
      'refusal',
      'orderId',
      'txnId',
      'displayMsg',
      'createdOn',
      'completedOn',
      'dbsRefCode',
      'returnTo',
    ]),
  deviceInfo: stored => isRecord(stored) && areTexts(Object.values(stored)),
  userChecked: stored =>
    isRecord(stored) &&
    typeof stored['otpRequired'] === 'boolean' &&
    typeof stored['receivedOn'] === 'number' &&
    (stored['otpDetails'] === null || hasTexts(stored['otpDetails'], ['otpRefId'])),
}

function isNullOr(value: unknown, names: string[]): boolean {
  return value === null || hasTexts(value, names)
}

function hasTexts(value: unknown, names: string[]): boolean {
  return isRecord(value) && names.every(name => typeof value[name] === 'string')
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}
