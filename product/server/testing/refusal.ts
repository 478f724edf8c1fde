import { refusalCodeTexts } from '@ekyc/contract/call-descriptions'
import type { ResponseCode } from '@ekyc/contract/refusals'

/** Returns the `response` object of a refusal, with the text that the API's description gives for the code. */
export function refusal(code: ResponseCode) {
  return { success: false, displayMsg: refusalCodeTexts[code], code }
}
