import { UsageError } from './usage-error.ts'

/** Who acts, as the audit trail will name them. @throws UsageError when nobody could be found by this name */
export function operatorName(name: string): string {
  const tidy = name.normalize('NFC').trim()
  if (/^[\p{L}\p{M}\p{N} ._@-]{1,64}$/u.test(tidy)) return tidy
  throw new UsageError('--operator must be a name of 1 to 64 letters, digits, blanks and . _ @ -')
}
