import { authorityError } from '@ekyc/contract/authority-errors'

import { isEnglish } from '@ekyc/ui/server-text.ts'
import { t } from '../../texts/t.ts'

/** Returns an order's message in the page's language, or '' if a failure has no code and thus no translation. */
export function orderMessage(status: string, message: string): string {
  if (isEnglish()) return message
  if (status === 'KYC_SUCCESS') return t('server.verified')
  const code = /\(([\w-]+)\)$/.exec(message)?.[1]
  if (code === undefined) return ''
  const { situation } = authorityError(code.startsWith('K-') ? 'kyc' : 'authentication', code)
  return t(`authority.${situation}.because`)
}
