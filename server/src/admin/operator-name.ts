import { UsageError } from './usage-error.ts'

/**
 * Chooses the name of the operator for the audit trail.
 * @param named the name that the command line or the settings give
 * @param account returns the name of the operating system's account; it may throw where there is none
 * @throws UsageError when the name could not identify a person
 */
export function operatorName(named: string | undefined, account: () => string): string {
  const name = (named ?? nameOf(account)).normalize('NFC').trim()
  if (/^[\p{L}\p{M}\p{N} ._@-]{1,64}$/u.test(name)) return name
  throw new UsageError('--operator must be a name of 1 to 64 letters, digits, blanks and . _ @ -')
}

/** The account of a container image belongs to no person: it has no name, or the engine made a name of its number. */
function nameOf(account: () => string): string {
  try {
    const name = account()
    if (!/^\d+$/.test(name)) return name
  } catch {
    // The operating system knows no account of this number.
  }
  throw new UsageError('This account is nobody’s: say who acts with --operator NAME or ADMIN_OPERATOR.')
}
