import type { calls } from '@ekyc/contract/calls'
import type { AnswerOf } from '@ekyc/contract/shapes'
import { serverNow } from '@ekyc/ui/browser/server-clock.ts'

import { thisDevice, unknownAddress } from '../api/this-device.ts'
import { answerOf, failureOf, noAnswer, fetchTimed, jsonRequest, requestHeader } from '../api/request.ts'
import type { UserChecked } from '../session/session-state.ts'

export type Intent = 'continue' | 'forgot'

/** The two calls of the log-in. The contract's table of all calls is larger than the log-in's script. */
const questions = {
  continue: { path: '/api/v1/dbs/user/check', msgType: 'CHECK_USER' },
  forgot: { path: '/api/v1/dbs/user/password/reset', msgType: 'RESET_PASSWORD' },
} as const satisfies Record<Intent, Pick<(typeof calls)['checkUser' | 'resetPassword'], 'path' | 'msgType'>>

const timeoutMs = 30_000
/** The longest time that a call waits for the IP address, in ms. After it, the call goes out without the address. */
const addressWithinMs = 50

export async function askServer(
  intent: Intent,
  username: string,
  address: Promise<string>,
): Promise<UserChecked> {
  const { path, msgType } = questions[intent]
  const late = new Promise<string>(resolve => setTimeout(resolve, addressWithinMs, unknownAddress))
  const device = thisDevice(await Promise.race([address, late]))
  const request = jsonRequest('POST', { header: requestHeader(msgType, serverNow()), device, username })
  const deadline = AbortSignal.timeout(timeoutMs)
  const answer = await fetchTimed(path, { ...request, signal: deadline })
    .then(answerOf)
    .catch((error: unknown) => {
      throw noAnswer(error, deadline)
    })
  const failure = failureOf(answer)
  if (failure) throw failure
  // The contract's types describe every success, and server and portal compile against these types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { otpDetails, otpRequired = true } = answer.body as AnswerOf<'resetPassword'> &
    Partial<AnswerOf<'checkUser'>>
  return { otpRequired, otpDetails, receivedOn: Date.now() }
}
