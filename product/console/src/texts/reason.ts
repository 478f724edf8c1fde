import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { isCodeWithoutVerdict, situationOf, type UnverifiedCode } from '@ekyc/contract/refusals'

import { t } from './t.ts'

/** Tells why a customer was not verified, in the sentence that the agent reads in the portal. */
export function shownReason(code: UnverifiedCode): string {
  return isCodeWithoutVerdict(code) ? t(`server.${code}`) : t(`authority.${situationOf(code)}.because`)
}

/** Tells what the agent does next about an order. */
export function shownAdvice(
  { verdict, code }: Pick<AnswerOf<'getOrder'>, 'verdict' | 'code'>,
  version: string,
): string {
  if (code === '' || isCodeWithoutVerdict(code)) return t(`tell.${verdict}`)
  return t(`authority.${situationOf(code)}.now`, { version })
}
