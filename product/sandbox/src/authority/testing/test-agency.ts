import { constants, createDecipheriv, privateDecrypt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makeKeyAndCertificate, type KeyAndCertificate } from '@ekyc/rd-simulator/certificate'
import type { Element } from '@xmldom/xmldom'

import { serve } from '../../http/serve.ts'
import { auaOrganisation, sandboxKeys, type SandboxKeys } from '../../keys/keys.ts'
import { personByReference } from '../../people/people.ts'
import type { Agency } from '../agency.ts'
import { createAuthority } from '../authority.ts'
import { attribute, childOf, readXml, writeElement } from '../xml.ts'
import { readSigned, signXml } from '../xml-signature.ts'
import { captured, type Captured, type Wanted } from './captured.ts'
import { testTime } from './test-time.ts'

/** The values in which a request differs from an honest request. */
export type Changes = {
  uid?: string
  txn?: string
  capture?: Wanted
  /** Changed attributes of Kyc. The next three fields change attributes of Auth, Uses and Meta. */
  kyc?: Record<string, string>
  auth?: Record<string, string>
  uses?: Record<string, string>
  meta?: Record<string, string>
  captured?: (parts: Captured) => Captured
  signer?: KeyAndCertificate
  signedAuth?: (xml: string) => string
  body?: string
  path?: (path: string) => string
}

export type Answered = {
  status: string
  err: string
  /** KycRes and AuthRes with verified signatures. Undefined if the answer was not encrypted or has no such part. */
  kycRes: Element | undefined
  authRes: Element | undefined
  text: string
}

export type TestAgency = {
  keys: SandboxKeys
  device: KeyAndCertificate
  url: string
  ask(changes?: Changes): Promise<Answered>
  send(changes?: Changes, signal?: AbortSignal): Promise<Response>
  build(changes?: Changes): { path: string; body: string }
  control(change: object): Promise<Response>
  close(): Promise<void>
}

/** Makes an agency and a device, and the authority that they reach over real HTTP. */
export async function testAgency(options: { now?: () => Date } = {}): Promise<TestAgency> {
  const folder = await mkdtemp(join(tmpdir(), 'ekyc-authority-'))
  const keys = await sandboxKeys(folder)
  const device = await makeKeyAndCertificate({
    subject: 'CN=Test device, O=Sandbox device provider, C=IN',
    issuer: keys.deviceProvider,
    authority: false,
    notBefore: new Date(testTime - 60_000),
    notAfter: new Date(testTime + 30 * 86_400_000),
  })
  const agency: Agency = {
    auaCode: 'TESTAUA',
    subAuaCode: 'TESTSUB',
    licenceKey: 'licence-key',
    asaLicenceKey: 'asa/key+of=ours',
    organisation: auaOrganisation,
    signingCertificate: keys.aua.certificate,
  }
  const routes = createAuthority({
    keys,
    agency,
    now: options.now ?? (() => new Date(testTime)),
    lateAnswerMs: 300,
  })
  const failures: unknown[] = []
  const server = serve(routes, error => failures.push(error))
  const url = await server.listen({ host: '127.0.0.1', port: 0 })

  function build(changes: Changes = {}): { path: string; body: string } {
    const uid = changes.uid ?? personByReference('DBS10001')?.idNumber ?? ''
    const parts = captured(
      device,
      { certificate: keys.authorityEncryption.certificate, keyId: keys.authorityKeyId },
      changes.capture,
    )
    const auth = writeAuth(agency, uid, changes, changes.captured ? changes.captured(parts) : parts)
    const signed = signXml(auth, changes.signer ?? keys.aua)
    const rad = Buffer.from(changes.signedAuth ? changes.signedAuth(signed) : signed).toString('base64')
    const parameters = { ver: '2.5', ra: 'F', rc: 'Y', lr: 'N', de: 'N', pfr: 'N', ...changes.kyc }
    const [uid0, uid1] = /^\d{12}$/.test(uid) ? uid : '00'
    const path = `/authority/kyc/2.5/${agency.auaCode}/${uid0}/${uid1}/${encodeURIComponent(agency.asaLicenceKey)}`
    return {
      path: changes.path ? changes.path(path) : path,
      body: changes.body ?? writeElement('Kyc', parameters, writeElement('Rad', {}, rad)),
    }
  }

  function send(changes: Changes = {}, signal?: AbortSignal): Promise<Response> {
    const { path, body } = build(changes)
    const headers = { 'content-type': 'application/xml' }
    return fetch(url + path, { method: 'POST', headers, body, ...(signal && { signal }) })
  }

  return {
    keys,
    device,
    url,
    build,
    send,
    ask: async changes => opened(keys, await send(changes)),
    control: change => fetch(`${url}/authority`, { method: 'PUT', body: JSON.stringify(change) }),
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
      if (failures.length > 0) throw failures[0]
    },
  }
}

export function flipBit(bytes: Buffer, at: number): Buffer {
  const flipped = Buffer.from(bytes)
  flipped[at] = (flipped[at] ?? 0) ^ 1
  return flipped
}

function writeAuth(agency: Agency, uid: string, changes: Changes, parts: Captured): string {
  const attributes = {
    uid,
    rc: 'Y',
    tid: 'registered',
    ac: agency.auaCode,
    sa: agency.subAuaCode,
    ver: '2.5',
    txn: changes.txn ?? `UKC:${randomUUID()}`,
    lk: agency.licenceKey,
    xmlns: 'http://www.uidai.gov.in/authentication/uid-auth-request/2.0',
    ...changes.auth,
  }
  const uses = { pi: 'n', pa: 'n', pfa: 'n', bio: 'y', bt: 'FMR,FIR', pin: 'n', otp: 'n', ...changes.uses }
  return writeElement(
    'Auth',
    attributes,
    writeElement('Uses', uses) +
      writeElement('Meta', { ...parts.meta, ...changes.meta }) +
      writeElement('Skey', { ci: parts.ci }, parts.skey.toString('base64')) +
      writeElement('Hmac', {}, parts.hmac.toString('base64')) +
      writeElement('Data', { type: 'X' }, parts.data.toString('base64')),
  )
}

async function opened(keys: SandboxKeys, response: Response): Promise<Answered> {
  const text = await response.text()
  const resp = readXml(text, 'Resp')
  if (!resp) throw new Error(`No Resp: HTTP ${response.status} ${text}`)
  const status = attribute(resp, 'status')
  const err = attribute(resp, 'err')
  if (status !== '0') return { status, err, kycRes: undefined, authRes: undefined, text }
  const { raw, publicKey } = keys.authoritySigning.certificate
  const keyOf = (certificate: Buffer) => (raw.equals(certificate) ? publicKey : undefined)
  const kycXml = decrypted(keys, Buffer.from(resp.textContent ?? '', 'base64'))
  const kycRes = readSigned(kycXml, 'KycRes', keyOf)
  if (kycRes.kind !== 'signed') throw new Error(`KycRes is ${kycRes.kind}`)
  const rar = childOf(kycRes.element, 'Rar')
  if (!rar) return { status, err, kycRes: kycRes.element, authRes: undefined, text }
  const authXml = Buffer.from(rar.textContent ?? '', 'base64').toString('utf8')
  const authRes = readSigned(authXml, 'AuthRes', keyOf)
  if (authRes.kind !== 'signed') throw new Error(`AuthRes is ${authRes.kind}`)
  return { status, err, kycRes: kycRes.element, authRes: authRes.element, text }
}

function decrypted(keys: SandboxKeys, sealed: Buffer): string {
  const publicKey = keys.kua.certificate.publicKey.export({ format: 'der', type: 'spki' })
  const parts = [0, 11, 11 + 294, 11 + 294 + 32, 11 + 294 + 32 + 256]
  const [version, sealedTo, label, key, text] = parts.map((from, index) =>
    sealed.subarray(from, parts[index + 1]),
  )
  if (version?.toString() !== 'VERSION_1.0' || !sealedTo?.equals(publicKey) || !label || !key || !text) {
    throw new Error('Not sealed as section 2.2 says')
  }
  const aes = privateDecrypt(
    {
      key: keys.kua.privateKey,
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha256',
      oaepLabel: label,
    },
    key,
  )
  const decipher = createDecipheriv('aes-256-cfb', aes, label.subarray(0, 16))
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
}
