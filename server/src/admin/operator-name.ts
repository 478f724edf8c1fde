import { UsageError } from './usage-error.ts'

/**
 * Who acts, as the audit trail will name them.
 * @param named by the command line or the settings
 * @param account tells the name of the operating system's account; it may throw where there is none
 * @throws UsageError when nobody could be found by this name
 */
export function operatorName(named: string | undefined, account: () => string): string {
  const name = (named ?? nameOf(account)).normalize('NFC').trim()
  if (/^[\p{L}\p{M}\p{N} ._@-]{1,64}$/u.test(name)) return name
  throw new UsageError('--operator must be a name of 1 to 64 letters, digits, blanks and . _ @ -')
}

/** An image's account belongs to no person: it has no name, or an engine has given it its number as a name. */
function nameOf(account: () => string): string {
  try {
    const name = account()
    if (!/^\d+$/.test(name)) return name
  } catch {
    // No account of this number is known here.
  }
  throw new UsageError('This account is nobody’s: say who acts with --operator NAME or ADMIN_OPERATOR.')
}
