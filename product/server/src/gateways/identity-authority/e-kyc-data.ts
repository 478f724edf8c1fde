import { addressParts } from '@ekyc/contract/bank'
import { fromIndiaDateTime } from '@ekyc/contract/india-time'

import type { CustomerId, EKycData } from '../../domain/ports.ts'
import { BrokenAnswer } from './broken-answer.ts'
import { childOf, textOf } from './parse-xml.ts'
import type { XmlElement } from './read-xml.ts'

/** Reads the e-KYC data for the bank from a KycRes whose signature was verified. */
export function eKycDataOf(kycRes: XmlElement, customer: CustomerId): EKycData {
  const uidData = childOf(kycRes, 'UidData')
  const identity = uidData && childOf(uidData, 'Poi')
  if (!uidData || !identity) throw new BrokenAnswer('KycRes has no UidData with a Poi')
  const address = childOf(uidData, 'Poa')
  return {
    maskedId: maskedIdOf(uidData.attributes.get('uid') ?? '', customer),
    uidToken: uidData.attributes.get('tkn') ?? '',
    name: identity.attributes.get('name') ?? '',
    dateOfBirth: identity.attributes.get('dob') ?? '',
    gender: identity.attributes.get('gender') ?? '',
    // `addressParts` names the attributes of Poa (rd-service.md section 2.2).
    address: Object.fromEntries(
      addressParts
        .map(part => [part, address?.attributes.get(part) ?? ''] as const)
        .filter(([, value]) => value !== ''),
    ),
    photo: textOf(childOf(uidData, 'Pht')).replace(/\s+/g, ''),
    keepUntil: keepUntilOf(kycRes.attributes.get('ttl') ?? ''),
  }
}

/** A limited KUA gets a masked number or none. */
function maskedIdOf(uid: string, customer: CustomerId): string {
  const lastFour = /\d{4}$/.exec(uid)?.[0]
  if (lastFour === undefined) return 'XXXXXXXXXXXX'
  if (customer.kind === 'number' && !customer.value.endsWith(lastFour)) {
    throw new BrokenAnswer('UidData is about another id number')
  }
  return `XXXXXXXX${lastFour}`
}

/** Throws BrokenAnswer for an unreadable ttl, because data without an expiry must not be kept. */
function keepUntilOf(ttl: string): string {
  const zoned = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.test(ttl)
  const moment = zoned ? new Date(ttl) : fromIndiaDateTime(ttl.replace(/\.\d+$/, ''))
  if (moment === undefined || Number.isNaN(moment.getTime()))
    throw new BrokenAnswer('KycRes has no readable ttl')
  return moment.toISOString()
}
