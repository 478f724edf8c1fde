import { authorityError, type AuthoritySituation } from '@ekyc/contract/authority-errors'

import type { AuthorityReply } from '../../session/session-state.ts'
import { isEnglish } from '@ekyc/ui/server-text.ts'
import { t } from '../../texts/t.ts'
import type { RefusalAdvice } from './refusal-advice.ts'

/** `happened` is the server's sentence (product.md, displayMsg). */
export function authorityAdvice(
  { source, code, action }: AuthorityReply,
  { happened, version }: { happened: string; version: string },
): RefusalAdvice {
  const { situation, tryAgain } = authorityError(source, code)
  const because = t(`authority.${situation}.because`)
  return {
    ...(isEnglish() ? { happened, because } : { happened: because }),
    tell: t(`authority.${situation}.tell`),
    now: t(`authority.${situation}.now`, { version }),
    nextStep: ofScanner.includes(situation) ? 'check-scanner' : tryAgain ? 'retry' : 'next-customer',
    support: [
      ...(action ? [t('authority.action', { action })] : []),
      ...(code ? [t('authority.code', { code })] : []),
    ],
  }
}

/** The situations whose cause is the scanner, so that the next customer would meet the same error. */
const ofScanner: readonly AuthoritySituation[] = [
  'deviceNotAccepted',
  'serviceNotRegistered',
  'deviceBlocked',
  'deviceKeyExpired',
  'providerKeyExpired',
]
