/**
 * Rewrites canonical XML as the authority's programs send it: with a declaration, self-closing tags, attributes in
 * another order, and CR LF. The canonical form stays the same, so a signature stays valid.
 */
export function onTheWire(canonical: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${canonical}`
    .replace(/<([\w:]+)([^<>]*)><\/\1>/g, '<$1$2/>')
    .replace(/(<[\w:]+)((?: [\w:]+="[^"]*")+)/g, (_, name: string, attributes: string) =>
      [name, ...(attributes.match(/ [\w:]+="[^"]*"/g) ?? []).toReversed()].join(''),
    )
    .replaceAll('\n', '\r\n')
}
