import { isRecord } from '@ekyc/contract/is-record'

import { CallFailed, messageOf, Refused } from '../browser/call-errors.ts'
import { serverText } from './server-text.ts'

/** Returns the error's message, in the page's language if the refusal's code has a text in that language. */
export function shownMessageOf(error: unknown): string {
  const response =
    error instanceof Refused || error instanceof CallFailed ? error.answer['response'] : undefined
  return (isRecord(response) && serverText(response['code'])) || messageOf(error)
}
