import { X509Certificate } from 'node:crypto'

import { KeyUnusable, type KeyOpener } from '@ekyc/private-keys'
import { BrokenAnswer, createXmlSigner } from '@ekyc/signed-xml'

import type { IdentityAuthority, AuthorityVerdict, VerificationRequest } from '../../domain/ports.ts'
import { sendPost, PostFailed } from '../http-post.ts'
import { buildKycRequest, wadh, type RequestSender } from './build-request.ts'
import { readKycAnswer } from './read-answer.ts'

/** The settings for the authority. Certificates are in PEM. A key is in PEM or is a `pkcs11:` address. */
export type AuthoritySettings = {
  url: string
  auaCode: string
  subAuaCode?: string | undefined
  licenceKey: string
  asaLicenceKey: string
  signingKey: string
  signingCertificate: string
  /** There are several keys and certificates while the authority changes keys. */
  decryptionKeys: readonly string[]
  authorityCertificates: readonly string[]
}

/** Creates a client for e-KYC 2.5. Throws an error for an unusable key, so that the server does not start. */
export async function createAuthorityGateway(
  settings: AuthoritySettings,
  dependencies: { openKey: KeyOpener; now: () => Date },
): Promise<IdentityAuthority> {
  const { openKey } = dependencies
  const base = settings.url.replace(/\/+$/, '')
  const sender: RequestSender = {
    ...settings,
    subAuaCode: settings.subAuaCode ?? settings.auaCode,
    sign: await signerOf(settings, openKey),
  }
  const decryption = await Promise.all(settings.decryptionKeys.map(key => openKey(key, 'decryption key')))
  const certificates = settings.authorityCertificates.map(pem => new X509Certificate(pem))

  async function ask(request: VerificationRequest): Promise<AuthorityVerdict> {
    const answer = await sendPost({
      url: `${base}/kyc/2.5/${encodeURIComponent(settings.auaCode)}/${shardOf(request)}/${encodeURIComponent(settings.asaLicenceKey)}`,
      headers: { 'content-type': 'application/xml', accept: 'application/xml' },
      body: await buildKycRequest(sender, request),
      deadlineMs: request.deadlineMs,
    })
    if (answer.status !== 200) throw new BrokenAnswer(`HTTP ${answer.status}`)
    const now = dependencies.now()
    const authority = certificates
      .filter(({ validFrom, validTo }) => new Date(validFrom) <= now && now <= new Date(validTo))
      .map(({ publicKey }) => publicKey)
    return await readKycAnswer(answer.body, request, { decryption, authority })
  }

  return {
    wadh,
    async verify(request) {
      try {
        return await ask(request)
      } catch (error) {
        if (error instanceof PostFailed && error.kind === 'timed-out') return { kind: 'timed-out' }
        if (error instanceof KeyUnusable) return { kind: 'broken', reason: error.message, isUnsent: true }
        if (error instanceof PostFailed)
          return { kind: 'broken', reason: error.message, isUnsent: error.isUnsent }
        if (error instanceof BrokenAnswer) return { kind: 'broken', reason: error.message }
        throw error
      }
    },
  }
}

/** Returns the shard in the authority's URL: the first two digits of the id number, or 0/0 for another kind of id. */
function shardOf({ customer }: VerificationRequest): string {
  const digits = customer.kind === 'number' ? /^(\d)(\d)/.exec(customer.value) : null
  return digits ? `${digits[1]}/${digits[2]}` : '0/0'
}

async function signerOf(settings: AuthoritySettings, openKey: KeyOpener) {
  const signingKey = await openKey(settings.signingKey, 'signing key')
  const certificate = new X509Certificate(settings.signingCertificate)
  if (!certificate.publicKey.equals(signingKey.publicKey))
    throw new Error('the signing key is not the one of the signing certificate')
  return createXmlSigner(signingKey, certificate)
}
