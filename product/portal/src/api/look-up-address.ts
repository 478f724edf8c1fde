import { isRecord } from '@ekyc/contract/is-record'

import { fetchTimed } from './request.ts'

export const unknownAddress = '127.0.0.1'
/** The time limit of the look-up in ms. Calls wait for the look-up, so the limit is short. */
const lookUpWithinMs = 2000

/** @param path of our own server, or the address of another one */
export async function lookUpAddress(path: string): Promise<string> {
  const ask = path.startsWith('/') ? fetchTimed : fetch
  const response = await ask(path, { cache: 'no-store', signal: AbortSignal.timeout(lookUpWithinMs) })
  const answer: unknown = await response.json()
  const ipAddress = isRecord(answer) ? answer['ipAddress'] : undefined
  return typeof ipAddress === 'string' && isDottedAddress(ipAddress) ? ipAddress : unknownAddress
}

function isDottedAddress(text: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every(part => Number(part) <= 255)
}
