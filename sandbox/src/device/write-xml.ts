export type XmlElement = {
  name: string
  /** An attribute without a value is left out. */
  attributes: Readonly<Record<string, string | undefined>>
  children: readonly (XmlElement | string)[]
}

/** How a driver writes its XML. No two do it alike, and all of these are right. */
export type XmlStyle = {
  /** What stands before the root. */
  prolog: string
  quote: '"' | "'"
  /** Between elements. */
  newline: string
  /** Put before every name, with its namespace declared on the root. */
  prefix: string
  rootAttributes: Readonly<Record<string, string>>
  /** Text longer than this is broken into lines; 0 breaks nothing. */
  lineLength: number
  /** The order of children and attributes where it isn't the standard's. */
  order: Readonly<Record<string, readonly string[]>>
}

export function element(
  name: string,
  attributes: XmlElement['attributes'] = {},
  children: XmlElement['children'] = [],
): XmlElement {
  return { name, attributes, children }
}

export function writeXml(root: XmlElement, style: XmlStyle): string {
  return style.prolog + write({ ...root, attributes: { ...style.rootAttributes, ...root.attributes } }, style)
}

export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

function write(node: XmlElement, style: XmlStyle): string {
  const name = style.prefix + node.name
  const attributes = inOrder(
    Object.entries(node.attributes),
    ([attribute]) => attribute,
    style.order[node.name],
  )
    .map(([attribute, value]) => (value === undefined ? '' : ` ${attribute}=${quoted(value, style)}`))
    .join('')
  if (node.children.length === 0) return `<${name}${attributes}/>`
  const children = inOrder(node.children, nameOf, style.order[node.name])
    .map(child =>
      typeof child === 'string' ? lines(escapeXml(child), style) : style.newline + write(child, style),
    )
    .join('')
  const closing = node.children.some(child => typeof child !== 'string') ? style.newline : ''
  return `<${name}${attributes}>${children}${closing}</${name}>`
}

function quoted(value: string, style: XmlStyle): string {
  return style.quote + escapeXml(value) + style.quote
}

function nameOf(child: XmlElement | string): string {
  return typeof child === 'string' ? '' : child.name
}

function lines(text: string, style: XmlStyle): string {
  if (style.lineLength === 0 || text.length <= style.lineLength) return text
  const parts = text.match(new RegExp(`.{1,${style.lineLength}}`, 'g')) ?? []
  return parts.map(part => part + style.newline).join('')
}

/** Those that the order names come first, in that order; the rest stay as they are. */
function inOrder<T>(items: readonly T[], name: (item: T) => string, order: readonly string[] = []): T[] {
  const place = (item: T) => (order.includes(name(item)) ? order.indexOf(name(item)) : order.length)
  return items.toSorted((a, b) => place(a) - place(b))
}
