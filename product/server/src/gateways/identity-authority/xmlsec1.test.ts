import { spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openPemKey } from '@ekyc/private-keys'
import { canonicalXml, createXmlSigner, readSignedXml } from '@ekyc/signed-xml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { makeKey, question, type KeyWithCertificate } from '../../../testing/outside/fake-authority.ts'
import { buildKycRequest } from './build-request.ts'

/** These tests need Debian's package xmlsec1, which signs and verifies XML by code that is not ours. */
describe.skipIf(!existsSync('/usr/bin/xmlsec1'))('XML signatures beside xmlsec1', () => {
  let key: KeyWithCertificate
  let folder: string
  const certificate = () => new X509Certificate(key.certificate)
  const inFolder = (name: string) => join(folder, name)

  beforeAll(async () => {
    key = await makeKey('Agency')
    folder = mkdtempSync(join(tmpdir(), 'xmlsec1-'))
    writeFileSync(inFolder('key.pem'), key.privateKey, { mode: 0o600 })
    writeFileSync(inFolder('certificate.pem'), key.certificate)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('xmlsec1 verifies the request that the server signs, and refuses a changed copy', async () => {
    const sender = {
      auaCode: 'AUA0001',
      subAuaCode: 'SUB1',
      licenceKey: 'licence',
      sign: createXmlSigner(openPemKey(key.privateKey, 'signing key'), certificate()),
    }
    const kyc = await buildKycRequest(sender, question)
    const auth = Buffer.from(/<Rad>([^<]+)</.exec(kyc)?.[1] ?? '', 'base64').toString()
    expect(verified(auth)).toBe('OK')
    expect(verified(auth.replace('rc="Y"', 'rc="N"'))).toBe('FAIL')
  })

  test('the server reads an answer that xmlsec1 signs as it was signed, and refuses a changed copy', () => {
    const answer = '<KycRes ret="y" txn="1"><Rar>AAAA</Rar></KycRes>'
    writeFileSync(inFolder('template.xml'), answer.replace('</KycRes>', `${emptySignature}</KycRes>`))
    const { stdout: document } = xmlsec1(
      '--sign',
      '--privkey-pem',
      inFolder('key.pem'),
      inFolder('template.xml'),
    )
    const read = (xml: string) => canonicalXml(readSignedXml(xml, 'KycRes', [certificate().publicKey]), false)
    expect(read(document)).toBe(answer)
    expect(() => read(document.replace('AAAA', 'AAAB'))).toThrow('KycRes')
  })

  /** Returns the verdict line, since the exit code is 1 for a bad signature and for any other error. */
  function verified(xml: string): string | undefined {
    writeFileSync(inFolder('document.xml'), xml)
    const { stderr } = xmlsec1(
      '--verify',
      '--pubkey-cert-pem',
      inFolder('certificate.pem'),
      inFolder('document.xml'),
    )
    return /^(?:OK|FAIL)$/m.exec(stderr)?.[0]
  }

  function xmlsec1(...words: string[]): { stdout: string; stderr: string } {
    return spawnSync('/usr/bin/xmlsec1', words, { encoding: 'utf8' })
  }
})

/** xmlsec1 fills this template. */
const emptySignature =
  '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>' +
  '<CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/>' +
  '<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>' +
  '<Reference URI=""><Transforms>' +
  '<Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/></Transforms>' +
  '<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue></DigestValue></Reference>' +
  '</SignedInfo><SignatureValue></SignatureValue></Signature>'
