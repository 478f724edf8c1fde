import type { ResponseCode } from '@ekyc/contract/refusals'

import { codeTexts } from '../http/open-api/code-texts.ts'

/** Returns the `response` of a refusal as the API's description has it. */
export function refusal(code: ResponseCode) {
  return { success: false, displayMsg: codeTexts[code], code }
}
