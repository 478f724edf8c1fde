import { isRecord } from '@ekyc/contract/is-record'

import { unknownAddress } from './this-device.ts'

/** Reads the IPv4 address from the answer of the address look-up. Returns `unknownAddress` if the answer has none. */
export async function readAddress(response: Response): Promise<string> {
  const answer: unknown = await response.json()
  const ipAddress = isRecord(answer) ? answer['ipAddress'] : undefined
  return typeof ipAddress === 'string' && isDottedAddress(ipAddress) ? ipAddress : unknownAddress
}

function isDottedAddress(text: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every(part => Number(part) <= 255)
}
