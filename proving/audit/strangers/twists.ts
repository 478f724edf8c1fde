import { DOMParser, XMLSerializer, type Document, type Element, type Node } from '@xmldom/xmldom'

const dsig = 'http://www.w3.org/2000/09/xmldsig#'

/** Returns changed copies of a signed document, each with the name of its change. */
export function twistedCopies(signed: string): [name: string, copy: string][] {
  return [...textTwists(signed), ...treeTwists(signed)].filter(([, copy]) => copy !== signed)
}

function textTwists(signed: string): [string, string][] {
  const swap = (name: string, from: RegExp | string, to: string): [string, string] => [
    name,
    signed.replace(from, to),
  ]
  const withoutDeclaration = signed.replace(/^<\?xml[^>]*\?>\s*/, '')
  const [rootName = ''] = /(?<=<)[\w:.-]+/.exec(withoutDeclaration) ?? []
  return [
    swap('digest value', /(<DigestValue>)(.)/, '$1!'),
    swap(
      'another digest value',
      /<DigestValue>[^<]*/,
      '<DigestValue>AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    ),
    swap('no digest value', /<DigestValue>[^<]*/, '<DigestValue>'),
    swap('signature value', /<SignatureValue>\s*..../, '<SignatureValue>AAAA'),
    swap('no signature value', /<SignatureValue>[^<]*/, '<SignatureValue>'),
    swap('RSA-SHA1', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', `${dsig}rsa-sha1`),
    swap('HMAC', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', `${dsig}hmac-sha1`),
    swap('SHA-1', 'http://www.w3.org/2001/04/xmlenc#sha256', `${dsig}sha1`),
    swap('another part', 'URI=""', 'URI="#part"'),
    swap('no reference address', ' URI=""', ''),
    swap('no transform', /<Transforms>[\s\S]*?<\/Transforms>/, '<Transforms></Transforms>'),
    swap(
      'XPath',
      '</Transforms>',
      '<Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"></Transform></Transforms>',
    ),
    swap('no reference', /<Reference[\s\S]*<\/Reference>/, ''),
    swap('two references', /<Reference[\s\S]*<\/Reference>/, '$&$&'),
    swap('two signatures', /<Signature [\s\S]*<\/Signature>/, '$&$&'),
    swap('no signature', /<Signature [\s\S]*<\/Signature>/, ''),
    swap('signature in a CDATA section', /<Signature [\s\S]*<\/Signature>/, '<![CDATA[$&]]>'),
    swap('signature in a comment', /<Signature [\s\S]*<\/Signature>/, '<!--$&-->'),
    swap('signature of no namespace', `<Signature xmlns="${dsig}"`, '<Signature xmlns="urn:other"'),
    swap('comment inside the signed info', '<SignedInfo>', '<SignedInfo><!--x-->'),
    ['document type', `<!DOCTYPE ${rootName} [<!ENTITY x "y">]>${withoutDeclaration}`],
    ['wrapped', `<${rootName}><Forged>1</Forged>${withoutDeclaration}</${rootName}>`],
    ['after the root', `${signed}<Forged/>`],
    ['cut off', signed.slice(0, -8)],
    ['XML 1.1', `<?xml version="1.1"?>${withoutDeclaration}`],
    ['processing instruction before the root', `<?forged yes?>${withoutDeclaration}`],
  ]
}

function treeTwists(signed: string): [string, string][] {
  const count = nodesOf(parse(signed)).length
  return Array.from({ length: count }, (_, index) =>
    changes.flatMap(([name, twist]): [string, string][] => {
      const document = parse(signed)
      const node = nodesOf(document)[index]
      if (!node || !twist(node, document)) return []
      return [[`${name} at node ${index}`, new XMLSerializer().serializeToString(document)]]
    }),
  ).flat()
}

const changes: [string, (node: Node, document: Document) => boolean][] = [
  ['text', node => isText(node) && change(() => (node.nodeValue = `${node.nodeValue}x`))],
  ['white space', node => isText(node) && change(() => (node.nodeValue = `${node.nodeValue} `))],
  ['no text', node => isText(node) && change(() => (node.nodeValue = ''))],
  [
    'CDATA section',
    (node, document) =>
      isText(node) &&
      !node.nodeValue?.includes(']]>') &&
      change(() => node.parentNode?.replaceChild(document.createCDATASection(node.nodeValue ?? ''), node)),
  ],
  [
    'attributes',
    node =>
      isElement(node) &&
      node.attributes.length > 0 &&
      change(() => Array.from(node.attributes).forEach(each => (each.value += 'x'))),
  ],
  ['new attribute', node => isElement(node) && change(() => node.setAttribute('forged', '1'))],
  ['new namespace', node => isElement(node) && change(() => node.setAttribute('xmlns:forged', 'urn:forged'))],
  [
    'new child',
    (node, document) => isElement(node) && change(() => node.appendChild(document.createElement('Forged'))),
  ],
  [
    'comment',
    (node, document) =>
      isElement(node) && change(() => node.insertBefore(document.createComment('x'), node.firstChild)),
  ],
  [
    'processing instruction',
    (node, document) =>
      isElement(node) &&
      change(() => node.insertBefore(document.createProcessingInstruction('forged', 'x'), node.firstChild)),
  ],
  ['removed', node => isInner(node) && change(() => node.parentNode?.removeChild(node))],
  ['twice', node => isInner(node) && change(() => node.parentNode?.insertBefore(node.cloneNode(true), node))],
  [
    'moved to the end',
    node =>
      isInner(node) &&
      node.parentNode?.lastChild !== node &&
      change(() => node.parentNode?.appendChild(node)),
  ],
  [
    'renamed',
    (node, document) => {
      if (!isElement(node) || !isInner(node)) return false
      const renamed = document.createElementNS(node.namespaceURI, `${node.tagName}x`)
      for (const each of Array.from(node.attributes)) renamed.setAttribute(each.name, each.value)
      while (node.firstChild) renamed.appendChild(node.firstChild)
      node.parentNode?.replaceChild(renamed, node)
      return true
    },
  ],
]

function change(make: () => unknown): true {
  make()
  return true
}

export function parse(text: string): Document {
  return new DOMParser({ locator: false, onError: () => {} }).parseFromString(text, 'text/xml')
}

function nodesOf(document: Document): Node[] {
  const all = (node: Node): Node[] => [node, ...Array.from(node.childNodes).flatMap(all)]
  return document.documentElement ? all(document.documentElement) : []
}

function isText(node: Node): boolean {
  return node.nodeType === 3 || node.nodeType === 4
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1
}

function isInner(node: Node): boolean {
  return node.parentNode?.nodeType === 1
}
