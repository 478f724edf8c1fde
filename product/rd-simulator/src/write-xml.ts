export type XmlElement = {
  name: string
  /** An attribute that is undefined is omitted. */
  attributes: Readonly<Record<string, string | undefined>>
  children: readonly (XmlElement | string)[]
}

/** A driver's way of writing XML. Drivers differ, and all of these forms are valid. */
export type XmlStyle = {
  prolog: string
  /** The white space between elements. */
  newline: string
  /** The prefix of every element name. `rootAttributes` must declare its namespace. */
  prefix: string
  rootAttributes: Readonly<Record<string, string>>
  /** The number of characters at which long text is broken into lines; 0 for no line breaks. */
  lineLength: number
  /** The order of children and attributes by element name, if it differs from the standard's order. */
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
    .map(([attribute, value]) => (value === undefined ? '' : ` ${attribute}="${escapeXml(value)}"`))
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

function nameOf(child: XmlElement | string): string {
  return typeof child === 'string' ? '' : child.name
}

function lines(text: string, style: XmlStyle): string {
  if (style.lineLength === 0 || text.length <= style.lineLength) return text
  const parts = text.match(new RegExp(`.{1,${style.lineLength}}`, 'g')) ?? []
  return parts.map(part => part + style.newline).join('')
}

function inOrder<T>(items: readonly T[], name: (item: T) => string, order: readonly string[] = []): T[] {
  const place = (item: T) => (order.includes(name(item)) ? order.indexOf(name(item)) : order.length)
  return items.toSorted((a, b) => place(a) - place(b))
}
