/** Decodes strict base64 after removing white space, because drivers wrap it in lines; undefined when it is invalid. */
export function readBase64(text: string): { text: string; bytes: Uint8Array<ArrayBuffer> } | undefined {
  const compact = text.replace(/\s/g, '')
  if (compact === '' || compact.length % 4 !== 0) return undefined
  const padding = compact.endsWith('==') ? 2 : compact.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((compact.length / 4) * 3 - padding)

  let bits = 0
  let bitCount = 0
  let length = 0
  for (let index = 0; index < compact.length - padding; index += 1) {
    const value = values[compact.charCodeAt(index)]
    if (value === undefined) return undefined
    bits = (bits << 6) | value
    bitCount += 6
    if (bitCount < 8) continue
    bitCount -= 8
    bytes[length] = bits >> bitCount
    length += 1
    bits &= (1 << bitCount) - 1
  }
  // Unused bits must be zero, so that each byte sequence has exactly one text.
  return bits === 0 ? { text: compact, bytes } : undefined
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const values: (number | undefined)[] = []
for (let value = 0; value < alphabet.length; value += 1) values[alphabet.charCodeAt(value)] = value
