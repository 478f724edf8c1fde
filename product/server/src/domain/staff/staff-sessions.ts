import { createHmac, hash, randomBytes, type KeyObject } from 'node:crypto'

import { hourMs, minuteMs } from '../clocks.ts'
import type { StaffMember } from './permissions.ts'

export type StaffSession = {
  staff: StaffMember
  openedOn: Date
  expiresOn: Date
}

export type StaffOrigin = { address: string; requestId: string; traceId: string | undefined }

/** Use does not extend a session. */
export const staffSessionMs = 10 * hourMs

/** A further session of the person ends the oldest one. */
export const sessionsPerStaffMember = 2

/** A proof shows that the person has signed in again for one act. */
export const proofLifeMs = 5 * minuteMs

export function newStaffToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The order of the input's fields does not change the hash. */
export function hashOfAct(act: string, input: unknown): Buffer {
  return hash('sha256', JSON.stringify([act, inOrder(input)]), 'buffer')
}

export function newActProof(contentHash: Uint8Array): string {
  return Buffer.concat([randomBytes(32), contentHash]).toString('base64url')
}

export function hashOfProof(proof: string): Buffer {
  return hash('sha256', proof, 'buffer')
}

type StaffSessionFacts = {
  tokenHash: Uint8Array
  staffId: string
  roles: readonly string[]
  openedOn: Date
  expiresOn: Date
}

export type ProofFacts = {
  proofHash: Uint8Array
  staffId: string
  contentHash: Uint8Array
  provenOn: Date
}

/** Who can write to the database, but lacks the key, can compute neither the hash of a token nor the MAC of a row. */
export function createStaffMacs(key: KeyObject) {
  const keyed = (...lines: string[]) => createHmac('sha256', key).update(lines.join('\n')).digest()
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
  return {
    tokenHash: (token: string): Uint8Array => keyed('token', token),

    ofSession: ({ tokenHash, staffId, roles, openedOn, expiresOn }: StaffSessionFacts): Uint8Array =>
      keyed(
        'session',
        hex(tokenHash),
        staffId,
        roles.join(),
        openedOn.toISOString(),
        expiresOn.toISOString(),
      ),

    ofProof: ({ proofHash, staffId, contentHash, provenOn }: ProofFacts): Uint8Array =>
      keyed('proof', hex(proofHash), staffId, hex(contentHash), provenOn.toISOString()),
  }
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(
    entries.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([key, one]) => [key, inOrder(one)]),
  )
}
