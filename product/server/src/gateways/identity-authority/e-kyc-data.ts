import { addressParts } from '@ekyc/contract/bank'
import { fromIndiaDateTime } from '@ekyc/contract/india-time'
import type { Element } from '@xmldom/xmldom'

import type { CustomerId, EKycData } from '../../domain/ports.ts'
import { BrokenAnswer } from './broken-answer.ts'
import { childOf } from './parse-xml.ts'

/** Reads the bank's data from a KycRes with a verified signature. */
export function eKycDataOf(kycRes: Element, customer: CustomerId): EKycData {
  const uidData = childOf(kycRes, 'UidData')
  const identity = uidData && childOf(uidData, 'Poi')
  if (!uidData || !identity) throw new BrokenAnswer('KycRes has no UidData with a Poi')
  const address = childOf(uidData, 'Poa')
  return {
    maskedId: maskedIdOf(uidData.getAttribute('uid') ?? '', customer),
    uidToken: uidData.getAttribute('tkn') ?? '',
    name: identity.getAttribute('name') ?? '',
    dateOfBirth: identity.getAttribute('dob') ?? '',
    gender: identity.getAttribute('gender') ?? '',
    // The attributes of Poa (rd-service.md section 2.2).
    address: Object.fromEntries(
      addressParts
        .map(part => [part, address?.getAttribute(part) ?? ''] as const)
        .filter(([, value]) => value !== ''),
    ),
    photo: (childOf(uidData, 'Pht')?.textContent ?? '').replace(/\s+/g, ''),
    keepUntil: keepUntilOf(kycRes.getAttribute('ttl') ?? ''),
  }
}

/** Masks the id; a limited KUA gets the number masked or not at all. */
function maskedIdOf(uid: string, customer: CustomerId): string {
  const lastFour = /\d{4}$/.exec(uid)?.[0]
  if (lastFour === undefined) return 'XXXXXXXXXXXX'
  if (customer.kind === 'number' && !customer.value.endsWith(lastFour)) {
    throw new BrokenAnswer('UidData is about another id number')
  }
  return `XXXXXXXX${lastFour}`
}

/** Throws on an unreadable ttl, because data without an expiry must not be kept. */
function keepUntilOf(ttl: string): string {
  const zoned = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.test(ttl)
  const moment = zoned ? new Date(ttl) : fromIndiaDateTime(ttl.replace(/\.\d+$/, ''))
  if (moment === undefined || Number.isNaN(moment.getTime()))
    throw new BrokenAnswer('KycRes has no readable ttl')
  return moment.toISOString()
}
