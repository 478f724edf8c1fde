import type { PersistStorage, StorageValue } from 'zustand/middleware'

import { initialSession, type SessionState } from './session-state.ts'

/** Never written to storage: captured biometrics, one-time passwords and the token (decisions.md section 4). */
const neverWritten = [
  'capturedFingerPrint',
  'biometricDeviceInfo',
  'capturedDataInJson',
  'aepsBiometricDta',
  'aepsBiometricDtaCaptureStatus',
  'submitOrderRsp',
  'otp',
  'bearerToken',
] as const satisfies (keyof SessionState)[]

const restoreTimeoutMs = 5000
/** An honest slice is a few kilobytes; what is longer was not written by us. */
const longestSlice = 64 * 1024

/**
 * `persist:root` as decisions.md section 4 wants it: `{ state, version }`, secrets as their initial values. What cannot
 * be read, is not ours, or took longer than the time-out is given up, and the session starts from the initial values.
 */
export function sessionStorageOf(
  storage: () => Storage,
  now: () => number = () => performance.now(),
): PersistStorage<SessionState> {
  return {
    getItem(name) {
      const startedOn = now()
      try {
        const value = readSlice(storage().getItem(name))
        return now() - startedOn > restoreTimeoutMs ? null : value
      } catch {
        return null
      }
    },
    setItem(name, value) {
      const state = { ...value.state, ...pick(initialSession(), neverWritten) }
      try {
        storage().setItem(name, JSON.stringify({ state, version: value.version ?? 1 }))
      } catch {
        // Storage that is full or forbidden costs a reload its memory, not the agent the work at hand.
      }
    },
    removeItem(name) {
      storage().removeItem(name)
    },
  }
}

function readSlice(text: string | null): StorageValue<SessionState> | null {
  if (text === null || text.length > longestSlice) return null
  const { state, version } = JSON.parse(text) as { state: unknown; version: unknown }
  if (version !== 1 || !isRecord(state)) return null
  const initial = initialSession()
  const fields = Object.keys(initial) as (keyof SessionState)[]
  if (!fields.every(field => isLike(field, initial[field], state[field]))) return null
  return { state: { ...(pick(state, fields) as SessionState), ...pick(initial, neverWritten) }, version: 1 }
}

function isLike(field: keyof SessionState, initial: unknown, stored: unknown): boolean {
  if (field in ofObjects) return stored === null || ofObjects[field]?.(stored) === true
  if (Array.isArray(initial)) return areTexts(stored)
  return initial === null || typeof stored === typeof initial
}

/** What the fields that hold objects must be made of for a screen to show them. */
const ofObjects: Partial<Record<keyof SessionState, (stored: unknown) => boolean>> = {
  profileInfo: stored =>
    isRecord(stored) &&
    hasTexts(stored, ['name', 'mobile', 'email']) &&
    areTexts(stored['assignedRoles']) &&
    hasTexts(stored['address'], ['addressLine1', 'addressLine2']),
  prepareOrderResponse: stored => hasTexts(stored, ['orderId', 'wadh', 'dbsRefCode']),
  kycVal: stored =>
    hasTexts(stored, ['status', 'orderId', 'txnId', 'displayMsg', 'createdOn', 'dbsRefCode', 'returnTo']),
  deviceInfo: stored => isRecord(stored) && areTexts(Object.values(stored)),
  userChecked: stored =>
    isRecord(stored) &&
    typeof stored['receivedOn'] === 'number' &&
    (stored['otpDetails'] === null || hasTexts(stored['otpDetails'], ['otpRefId', 'sentTo'])),
}

function hasTexts(value: unknown, names: string[]): boolean {
  return isRecord(value) && names.every(name => typeof value[name] === 'string')
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Copies own fields by name only, so that a stored `__proto__` reaches nothing. */
function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map(name => [name, from[name]])) as Pick<T, K>
}
