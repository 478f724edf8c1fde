import { type Namespaces, prefixOf, type XmlElement } from './read-xml.ts'

/**
 * Returns an element in canonical form (XML-C14N 1.0, or its exclusive variant), without comments.
 * @param rendered the namespaces that the enclosing elements have declared in the output
 */
export function canonicalXml(
  element: XmlElement,
  isExclusive: boolean,
  rendered: Namespaces = new Map(),
): string {
  const candidates = isExclusive ? usedNamespaces(element) : element.namespaces
  const declared = [...candidates]
    .filter(([prefix, namespace]) => namespace !== (rendered.get(prefix) ?? ''))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const inForce = new Map([...rendered, ...declared])
  const declarations = declared.map(
    ([prefix, namespace]) => ` xmlns${prefix && ':'}${prefix}="${escapedAttribute(namespace)}"`,
  )
  const attributes = Array.from(element.attributes, ([key, value]) => ` ${key}="${escapedAttribute(value)}"`)
  const content = element.content.map(part =>
    typeof part === 'string' ? escapedText(part) : canonicalXml(part, isExclusive, inForce),
  )
  return `<${element.name}${declarations.join('')}${attributes.join('')}>${content.join('')}</${element.name}>`
}

export function escapedAttribute(value: string): string {
  return value.replace(/[&<"\t\n\r]/g, character => escapes[character] ?? '')
}

export function escapedText(value: string): string {
  return value.replace(/[&<>\r]/g, character => escapes[character] ?? '')
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}

function usedNamespaces({ name, attributes, namespaces }: XmlElement): Namespaces {
  const prefixes = [name, ...[...attributes.keys()].filter(key => key.includes(':'))].map(prefixOf)
  return new Map(prefixes.map(prefix => [prefix, namespaces.get(prefix) ?? '']))
}
