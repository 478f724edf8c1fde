import type { KeyObject, X509Certificate } from 'node:crypto'

import { isSame } from '../is-same.ts'
import type { Auth } from './read-auth.ts'
import { authenticationRefusal, kycRefusal } from './refusal.ts'

/** The authority's record of an authentication and e-KYC user agency (AUA/KUA). */
export type Agency = {
  auaCode: string
  subAuaCode: string
  licenceKey: string
  /** The licence key of the agency's link to the authority (ASA). It is the last part of the URL. */
  asaLicenceKey: string
  organisation: string
  signingCertificate: X509Certificate
}

/** The parts of a request's URL: /kyc/2.5/<ac>/<uid0>/<uid1>/<asalk>. */
export type Address = { auaCode: string; uid0: string; uid1: string; asaLicenceKey: string }

/**
 * Returns the public key of a request's certificate (DER). Returns undefined if the certificate is not the agency's
 * recorded one, does not name the agency's organisation or is not valid now.
 */
export function keyOfCertificate(agency: Agency, certificate: Buffer, now: Date): KeyObject | undefined {
  const { raw, subject, validFrom, validTo, publicKey } = agency.signingCertificate
  const isTrusted =
    subject.split('\n').includes(`O=${agency.organisation}`) &&
    raw.equals(certificate) &&
    new Date(validFrom) <= now &&
    now <= new Date(validTo)
  return isTrusted ? publicKey : undefined
}

/** Throws a Refusal if the request's codes and keys are not the agency's, or its URL does not fit its content. */
export function checkSender(agency: Agency, address: Address, auth: Auth): void {
  if (!isSame(address.asaLicenceKey, agency.asaLicenceKey)) throw kycRefusal('K-601')
  if (auth.ac !== agency.auaCode || auth.ac !== address.auaCode) throw authenticationRefusal('530')
  if (auth.sa !== agency.subAuaCode && auth.sa !== agency.auaCode) throw authenticationRefusal('543')
  if (!isSame(auth.lk, agency.licenceKey)) throw authenticationRefusal('566')
  const digits = /^\d{12}$/.test(auth.uid) ? auth.uid.slice(0, 2) : '00'
  if (address.uid0 + address.uid1 !== digits) throw authenticationRefusal('510')
}
