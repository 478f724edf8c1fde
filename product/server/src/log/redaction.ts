/**
 * The second line of defence: the first is that no code logs a body, a header or a value of the database (decisions.md
 * section 3, "Never stored, never logged").
 */
const secretSpellings = [
  'authorization',
  'Authorization',
  'cookie',
  'Cookie',
  'set-cookie',
  'password',
  'newPassword',
  'passwordHash',
  'otp',
  'code',
  'token',
  'access_token',
  'skey',
  'Skey',
  'hmac',
  'Hmac',
  'data',
  'Data',
  'uid',
  'vid',
  'pepper',
  'secret',
  'licenceKey',
  'signingKey',
]
const secretNames = new Set(secretSpellings.map(name => name.toLowerCase()))

const redacted = '[redacted]'
const cutOff = '[…]'
const deepest = 6
const mostEntries = 100
const longest = 2_000
/** The word 'Bearer' with a space and a token of one character is a secret. */
const shortestSecret = 8

/** Redacts the fixed fields of a child logger. Pino passes these fields only to serializers. */
export const redactingSerializers = Object.fromEntries(
  secretSpellings.map(name => [name, (value: unknown) => (isSecret(name, value) ? redacted : value)]),
)

/** An error keeps only its type, code, message, stack and cause. */
export function withoutSecrets(...parts: object[]): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const part of parts)
    for (const [name, value] of Object.entries(part)) copy[name] = safe(name, value, 1)
  return copy
}

/** Replaces bearer tokens, numbers of 12 or 16 digits (a customer's id number) and long runs of base64. */
export function withoutSecretText(text: string): string {
  if (text.length < shortestSecret) return text
  return text
    .slice(0, longest)
    .replaceAll(/Bearer\s+[\w.~+/=-]+/gi, redacted)
    .replaceAll(/(?<![\w-])(?:\d{4}[ -]?){2}\d{4}(?:[ -]?\d{4})?(?![\w-])/g, redacted)
    .replaceAll(/[A-Za-z0-9+/_-]{43,}={0,2}/g, run => (isDigest(run) ? run : redacted))
}

/** Such a run is a seal of the audit chain: a SHA-256 in hex, alone or after a key id. */
function isDigest(run: string): boolean {
  return /^(?:[0-9a-f]{8})?[0-9a-f]{64}$/.test(run)
}

function safe(name: string, value: unknown, depth: number): unknown {
  if (isSecret(name, value)) return redacted
  if (typeof value === 'string') return withoutSecretText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth > deepest) return cutOff
  if (value instanceof Error) return safeError(value, depth)
  if (ArrayBuffer.isView(value)) return redacted
  if (Array.isArray(value)) return value.slice(0, mostEntries).map(one => safe('', one, depth + 1))
  // Pino's own serializers handle instances of classes, such as a request or a reply.
  if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null) return value
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, mostEntries)
      .map(([key, one]) => [key, safe(key, one, depth + 1)] as const),
  )
}

/** A `code` is an OTP if it is a string of 4 to 8 digits; any other `code` belongs to an error. */
function isSecret(name: string, value: unknown): boolean {
  const lower = name.toLowerCase()
  if (!secretNames.has(lower) || value === undefined || value === null) return false
  return lower !== 'code' || (typeof value === 'string' && /^\d{4,8}$/.test(value))
}

/** Other fields of a driver's or parser's error may contain personal data. */
function safeError(error: Error, depth: number): object {
  const { code } = error as { code?: unknown }
  const frames = error.stack?.split('\n').filter(line => /^\s+at /.test(line)) ?? []
  return {
    type: error.name,
    ...(typeof code === 'string' && { code: safe('code', code, depth) }),
    message: withoutSecretText(error.message),
    stack: frames.join('\n'),
    ...(error.cause instanceof Error && { cause: safe('cause', error.cause, depth + 1) }),
  }
}
