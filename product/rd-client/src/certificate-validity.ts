import { readBase64 } from './base64.ts'

/**
 * Reads the start and the end of validity of a device certificate (`mc`, X.509 DER in base64), but checks nothing. An
 * expired certificate is the most common device fault, because devices renew their certificates every 10 to 90 days.
 * Returns undefined if the two times cannot be found.
 */
export function readCertificateValidity(mc: string): { notBefore: Date; notAfter: Date } | undefined {
  const der = readBase64(mc.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, ''))?.bytes
  if (!der) return undefined
  const [certificate] = partsOf(der)
  const [body] = partsOf(certificate?.content)
  // The version (tag [0]) is optional. The serial number, algorithm, issuer and validity follow it.
  const fields = partsOf(body?.content).filter(({ tag }) => tag !== versionTag)
  const [notBefore, notAfter] = partsOf(fields[3]?.content).map(readTime)
  return notBefore && notAfter && { notBefore, notAfter }
}

type Part = { tag: number; content: Uint8Array }

const versionTag = 0xa0
const utcTimeTag = 0x17
const generalizedTimeTag = 0x18
/** The maximum number of parts that are read from one sequence. A real certificate has fewer before its validity. */
const maxParts = 16

/** Splits the content of a DER sequence into its tag-length-value parts. Stops at the first incomplete part. */
function partsOf(content: Uint8Array = new Uint8Array()): Part[] {
  const parts: Part[] = []
  let offset = 0
  while (offset + 2 <= content.length && parts.length < maxParts) {
    const tag = content[offset] ?? 0
    const short = content[offset + 1] ?? 0
    const lengthBytes = short < 0x80 ? 0 : short - 0x80
    if (lengthBytes > 3) break
    const start = offset + 2 + lengthBytes
    const long = content.slice(offset + 2, start).reduce((length, byte) => length * 256 + byte, 0)
    const end = start + (lengthBytes === 0 ? short : long)
    if (end > content.length) break
    parts.push({ tag, content: content.subarray(start, end) })
    offset = end
  }
  return parts
}

/** Reads a time in the form YYMMDDhhmmssZ (years 1950 to 2049) or YYYYMMDDhhmmssZ. */
function readTime({ tag, content }: Part): Date | undefined {
  if (tag !== utcTimeTag && tag !== generalizedTimeTag) return undefined
  const text = String.fromCharCode(...content.subarray(0, 20))
  const century = tag === generalizedTimeTag ? '' : text < '50' ? '20' : '19'
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(century + text) ?? []
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time.getTime()) ? undefined : time
}
