import { hash, randomBytes } from 'node:crypto'

import { isRecord } from '@ekyc/contract/is-record'

import { minuteMs } from '../clocks.ts'

/** A proof shows that the person has signed in again for one act. */
export type ProvenAct = { act: string; input: unknown }

export const proofLifeMs = 5 * minuteMs

export function newActProof(contentHash: Uint8Array): string {
  return Buffer.concat([randomBytes(32), contentHash]).toString('base64url')
}

export function hashOfProof(proof: string): Buffer {
  return hash('sha256', proof, 'buffer')
}

/** The order of the input's fields does not change the hash. */
export function hashOfAct({ act, input }: ProvenAct): Buffer {
  const inOrder = (_key: string, value: unknown): unknown => {
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  }
  return hash('sha256', JSON.stringify([act, input], inOrder), 'buffer')
}
