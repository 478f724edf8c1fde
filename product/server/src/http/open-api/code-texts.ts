import { authoritySituations } from '@ekyc/contract/authority-errors'
import {
  callErrors,
  countedRefusals,
  denials,
  failuresWithoutVerdict,
  fieldErrors,
  overloads,
  refusals,
  throttles,
  type ResponseCode,
} from '@ekyc/contract/refusals'

import { usualNumbers } from '@ekyc/contract/limits'

type Texts = Partial<Record<ResponseCode, string>>

/** An example of the displayMsg of every code, with the default numbers of the policy. */
export const codeTexts: Texts = {
  ...refusals,
  reference_failed_often: countedRefusals.reference_failed_often(usualNumbers.failuresPerReference),
  order_expired: countedRefusals.order_expired(usualNumbers.orderLifeHours),
  ...failuresWithoutVerdict,
  ...Object.fromEntries(Object.values(authoritySituations).map(({ code, text }) => [code, text])),
  ...denials,
  ...examplesOf(throttles, 30),
  ...overloads,
  ...examplesOf(fieldErrors, 'username'),
  ...callErrors,
}

export const codeTable = [
  '| code | displayMsg |',
  '| --- | --- |',
  ...Object.entries(codeTexts).map(([code, text]) => `| \`${code}\` | ${text} |`),
].join('\n')

function examplesOf<A>(table: Record<string, (about: A) => string>, about: A): Texts {
  return Object.fromEntries(Object.entries(table).map(([code, text]) => [code, text(about)]))
}
