import { generateKeyPairSync } from 'node:crypto'

import type { Element } from '@xmldom/xmldom'
import { expect, test, vi } from 'vitest'

import { seededRandom } from '../../server/testing/fixed/seeded-random.ts'
import { damaged, writtenOtherwise } from '../../server/testing/outside/changed-documents.ts'
import { signedDocument } from '../../server/testing/outside/signed-documents.ts'
import { readSignedByXmlCrypto } from '../../server/testing/outside/xml-crypto-reader.ts'
import { BrokenAnswer, type XmlElement } from './read-xml.ts'
import { readSignedXml } from './signed-xml.ts'

const copies = Number(process.env['SIGNED_COPIES'] ?? 2_000)
/** The seed of the random changes. It is 1 in an ordinary run, so that each run makes the same changes. */
const seed = Number(process.env['SEED'] ?? 1)
const copiesEach = 40
if (process.env['SIGNED_COPIES'] !== undefined) vi.setConfig({ testTimeout: 24 * 3_600_000 })
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

test(`of ${copies} changed copies the product reads none that xml-crypto refuses, and nothing else`, () => {
  expect(firstDifference()).toBeUndefined()
})

function firstDifference(): string | undefined {
  const random = seededRandom(seed)
  for (let document = '', content: string | undefined, copy = 0; copy < copies; copy++) {
    const isFirst = copy % copiesEach === 0
    if (isFirst) {
      document = signedDocument(random, privateKey)
      content = contentByXmlCrypto(document)
      if (content === undefined) return told('refused by xml-crypto', document)
    }
    // xml-crypto is slow. It reads only each first copy, and each damaged copy that the product reads.
    const other = random.chance(0.5) ? writtenOtherwise(random, document) : document
    if (random.chance(0.25)) {
      if (contentOf(other) !== content || (isFirst && contentByXmlCrypto(other) !== content))
        return told('the same written otherwise', other)
      continue
    }
    const changed = damaged(random, other)
    const got = contentOf(changed)
    if (got !== undefined && got !== contentByXmlCrypto(changed)) return told('damaged', changed)
  }
  return undefined
}

function told(what: string, document: string): string {
  return `SEED=${seed} SIGNED_COPIES=${copies}, ${what}: ${JSON.stringify(document)}`
}

function contentOf(document: string): string | undefined {
  try {
    return JSON.stringify(treeOf(readSignedXml(document, 'KycRes', [publicKey])))
  } catch (error) {
    if (!(error instanceof BrokenAnswer)) throw error
    return undefined
  }
}

function contentByXmlCrypto(document: string): string | undefined {
  try {
    return JSON.stringify(treeOfDom(readSignedByXmlCrypto(document, 'KycRes', [publicKey])))
  } catch {
    return undefined
  }
}

type Tree = {
  name: string
  namespace: string
  attributes: [name: string, value: string][]
  content: (Tree | string)[]
}

function treeOf({ name, namespace, attributes, content }: XmlElement): Tree {
  return {
    name,
    namespace,
    attributes: [...attributes].toSorted(byName),
    content: joined(content.map(part => (typeof part === 'string' ? part : treeOf(part)))),
  }
}

function treeOfDom(element: Element): Tree {
  const attributes = Array.from(element.attributes, ({ name, value }): [string, string] => [name, value])
  return {
    name: element.tagName,
    namespace: element.namespaceURI ?? '',
    attributes: attributes.filter(([name]) => !/^xmlns(?::|$)/.test(name)).toSorted(byName),
    content: joined(
      Array.from(element.childNodes, node => (isElement(node) ? treeOfDom(node) : (node.nodeValue ?? ''))),
    ),
  }
}

function byName([one]: [string, string], [other]: [string, string]): number {
  return one < other ? -1 : 1
}

function isElement(node: { nodeType: number }): node is Element {
  return node.nodeType === 1
}

function joined(content: (Tree | string)[]): (Tree | string)[] {
  const all: (Tree | string)[] = []
  for (const part of content) {
    const last = all.at(-1)
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part
    else if (part !== '') all.push(part)
  }
  return all
}
