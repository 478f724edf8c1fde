export type Pkcs11Uri = {
  token: string | undefined
  serial: string | undefined
  object: string | undefined
  id: Buffer | undefined
}

export function isPkcs11Uri(text: string): boolean {
  return /^pkcs11:/i.test(text)
}

/** Reads a `pkcs11:` address. @returns undefined if it lacks a token or a key, or has an unexpected attribute */
export function readPkcs11Uri(text: string): Pkcs11Uri | undefined {
  const parts = text
    .replace(/^pkcs11:/i, '')
    .split(';')
    .map(part => /^([a-z-]+)=(.+)$/.exec(part))
  const named = new Map(parts.map(part => [part?.[1] ?? '', unescaped(part?.[2] ?? '')]))
  // Query attributes (module, PIN) are refused, because these values have settings of their own.
  if (text.includes('?') || ![...named.keys()].every(name => attributeNames.includes(name))) return undefined
  const text8 = (name: string) => named.get(name)?.toString('utf8')
  const uri = { token: text8('token'), serial: text8('serial'), object: text8('object'), id: named.get('id') }
  const isNamed = (uri.token ?? uri.serial) !== undefined && (uri.object ?? uri.id) !== undefined
  return isNamed && (text8('type') ?? 'private') === 'private' ? uri : undefined
}

const attributeNames = ['token', 'serial', 'object', 'id', 'type']

/** Decodes percent escapes to bytes, because the bytes of an id may not be UTF-8. */
function unescaped(text: string): Buffer {
  const plain = text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(plain, 'latin1')
}
