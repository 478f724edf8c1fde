import { UsageError } from './usage-error.ts'

/**
 * Returns the name of the operator for the audit trail: 'Priya Rao (account priya)', or the account alone if no name is
 * given.
 * @param named the name from the command line or the settings
 * @param account the name of the operating system's account, or its number if it has no name
 * @throws UsageError if the name cannot identify a person
 */
export function operatorName(named: string | undefined, account: string): string {
  const name = (named ?? personOf(account)).normalize('NFC').trim()
  if (!/^[\p{L}\p{M}\p{N} ._@-]{1,64}$/u.test(name))
    throw new UsageError('--operator must be a name of 1 to 64 letters, digits, blanks and . _ @ -')
  return name === account ? name : `${name} (account ${account})`
}

/**
 * Returns the name of the operating system's account, or its number if no name is found.
 * @param read returns the account's name, or throws if the account has none
 * @param host the account on the machine that started the container; used if the container's account has no name
 */
export function accountName(read: () => string, host: string | undefined): string {
  try {
    const name = read()
    // Container engines invent a user name for an unknown uid: the number itself.
    if (!isNumber(name)) return name
  } catch {
    // The operating system has no account with this number.
  }
  return host ?? String(process.getuid?.() ?? 'unknown')
}

/** Returns the account's name. Throws if it is a number: a container image's account names no person. */
function personOf(account: string): string {
  if (!isNumber(account)) return account
  throw new UsageError('This account is nobody’s: say who acts with --operator NAME or ADMIN_OPERATOR.')
}

function isNumber(account: string): boolean {
  return /^\d+$/.test(account)
}
