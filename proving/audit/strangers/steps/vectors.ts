import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { XMLSerializer, type Element } from '@xmldom/xmldom'

import { BrokenAnswer } from '../../../../product/server/src/gateways/identity-authority/broken-answer.ts'
import { canonicalXml } from '../../../../product/server/src/gateways/identity-authority/canonical-xml.ts'
import { readSigned } from '../../../../product/server/src/gateways/identity-authority/read-signed.ts'
import type { Stage } from '../stage.ts'
import type { Result, Step } from '../step.ts'
import { runTool } from '../tools.ts'
import { parse, twistedCopies } from '../twists.ts'

/**
 * Reads the test vectors of the xmlsec project with the server's reader of the authority's answers. The reader accepts
 * only one form of signature, which no vector has. xmlsec1 therefore also signs the vectors' documents in this form.
 * The reader must accept these documents. The reader must refuse each changed copy, or read from it exactly the signed
 * content.
 */
export const vectors: Step = { tool: 'xmlsec1', debian: ['xmlsec1'], run: readVectors }

const where =
  'no folder of vectors (--vectors=FOLDER or VECTORS: the folder tests/ of https://github.com/lsh123/xmlsec)'
/**
 * Every document is signed and read. Only every fourth document is also changed, because changed copies take seconds.
 */
const twistEvery = 4

/** Matches documents with xml: attributes, which the reader may refuse. docs/security.md has the reason. */
const answered = /\sxml:/

async function readVectors(stage: Stage): Promise<Result> {
  const { vectors: root } = stage
  if (root === undefined || !existsSync(join(root, 'keys', 'rsa'))) return { skipped: where }
  const findings: string[] = []
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.xml'))
  const keys = keysIn(join(root, 'keys', 'rsa'))

  const texts = files.map(name => ({ name, text: readFileSync(join(root, name), 'utf8') }))
  const whole = texts.map(({ name, text }) => read(text, [...keys, ...certifiedIn(text)], name))

  const folder = stage.folder('vectors')
  let [signed, twisted, same] = [0, 0, 0]
  const documents = new Map(texts.flatMap(({ name, text }) => unsignedOf(text).map(plain => [plain, name])))
  for (const [plain, name] of documents) {
    const document = await signedByXmlsec(plain, folder, join(root, 'keys', 'rsa', 'rsa-2048-key.pem'))
    if (document === undefined) {
      findings.push(`${name}: xmlsec1 did not sign its document`)
      continue
    }
    const original = read(document, keys, name)
    if (original === undefined) {
      if (!answered.test(plain)) findings.push(`${name}: refused the document that xmlsec1 signed`)
      continue
    }
    if (!isSameTree(original, plain)) findings.push(`${name}: read something else than was signed`)
    if (signed++ % twistEvery !== 0) continue
    for (const [twist, copy] of twistedCopies(document)) {
      twisted++
      const got = read(copy, keys, `${name}, ${twist}`)
      if (got === undefined) continue
      if (got === original) same++
      else findings.push(`${name}: accepted the copy with '${twist}', and read what was not signed`)
    }
  }
  if (signed < 10) findings.push(`only ${signed} documents signed by xmlsec1 could be read`)
  const accepted = whole.filter(one => one !== undefined).length
  return {
    did:
      `${files.length} vectors, ${accepted} accepted, the others refused; ${signed} of ${documents.size} documents signed by xmlsec1 and read as signed; ` +
      `${twisted} twisted copies: ${same} read as signed, the others refused`,
    findings,
  }

  function read(text: string, trusted: KeyObject[], name: string): string | undefined {
    try {
      return canonicalXml(readSigned(text, rootNameOf(text), trusted), false)
    } catch (error) {
      if (!(error instanceof BrokenAnswer)) findings.push(`${name}: ${String(error)}`)
      return undefined
    }
  }
}

function rootNameOf(text: string): string {
  const [, name = ''] =
    /<(?:[\w.-]+:)?([\w.-]+)[\s/>]/.exec(text.replace(/<!--[\s\S]*?-->|<![^>]*>/g, '')) ?? []
  return name
}

/** Serializes an element without its comments, which a signature does not cover. */
function written(element: Element | null): string {
  return element ? new XMLSerializer().serializeToString(element).replace(/<!--[\s\S]*?-->/g, '') : ''
}

/** The texts of equal documents may differ, because canonicalization sorts attributes. */
function isSameTree(one: string, other: string): boolean {
  const [root, otherRoot] = [parse(one).documentElement, parse(other).documentElement]
  return root !== null && otherRoot !== null && root.isEqualNode(otherRoot)
}

function keysIn(folder: string): KeyObject[] {
  return readdirSync(folder)
    .filter(name => /-(cert|pubkey)\.pem$/.test(name))
    .map(name => createPublicKey(readFileSync(join(folder, name))))
}

function certifiedIn(text: string): KeyObject[] {
  return [...text.matchAll(/X509Certificate>([^<]+)</g)].flatMap(([, base64 = '']) => {
    try {
      return [new X509Certificate(Buffer.from(base64, 'base64')).publicKey]
    } catch {
      return []
    }
  })
}

function unsignedOf(text: string): string[] {
  if (/<!DOCTYPE/.test(text)) return []
  try {
    const document = parse(text)
    for (const signature of Array.from(document.getElementsByTagNameNS('*', 'Signature')))
      signature.parentNode?.removeChild(signature)
    const root = document.documentElement
    return root ? [written(root)] : []
  } catch {
    return []
  }
}

async function signedByXmlsec(plain: string, folder: string, key: string): Promise<string | undefined> {
  const [template, signed] = [join(folder, 'template.xml'), join(folder, 'signed.xml')]
  const end = plain.lastIndexOf('</')
  if (end < 0) return undefined
  writeFileSync(template, plain.slice(0, end) + emptySignature + plain.slice(end))
  const { code } = await runTool(
    'xmlsec1',
    ['--sign', '--privkey-pem', key, '--output', signed, template],
    20,
  )
  return code === 0 ? readFileSync(signed, 'utf8') : undefined
}

const emptySignature =
  '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>' +
  '<CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/>' +
  '<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>' +
  '<Reference URI=""><Transforms>' +
  '<Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/></Transforms>' +
  '<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue></DigestValue></Reference>' +
  '</SignedInfo><SignatureValue></SignatureValue></Signature>'
