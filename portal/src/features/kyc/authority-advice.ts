import { authorityError } from '@ekyc/contract/authority-errors'

import type { Advice } from '../../scanner/advice.ts'
import type { AuthorityReply } from '../../session/session-state.ts'
import { t } from '../../texts/en/authority.ts'

export type AuthorityAdvice = Advice & {
  /** Whether Retry is the recommended action. */
  tryAgain: boolean
  support: string[]
}

/**
 * Explains the authority's error to customer and agent. `happened` is the server's sentence (product.md, displayMsg).
 */
export function authorityAdvice(
  { source, code, action }: AuthorityReply,
  { happened, version }: { happened: string; version: string },
): AuthorityAdvice {
  const { situation, tryAgain } = authorityError(source, code)
  return {
    happened,
    because: t(`authority.${situation}.because`),
    tell: t(`authority.${situation}.tell`),
    now: t(`authority.${situation}.now`, { version }),
    tryAgain,
    support: [
      ...(action ? [t('authority.action', { action })] : []),
      ...(code ? [t('authority.code', { code })] : []),
    ],
  }
}
