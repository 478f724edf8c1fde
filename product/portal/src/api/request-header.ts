import type { MsgType } from '@ekyc/contract/calls'
import type { RequestHeader } from '@ekyc/contract/wire'

import { randomId } from './random-id.ts'

/** A random id of this page load. The server's log uses it to group an agent's calls. The id grants nothing. */
export const sessionId = globalThis.early?.sessionId ?? randomId()

export function requestHeader(
  msgType: MsgType,
  datetime: Date,
  requestId: string = randomId(),
): RequestHeader {
  return {
    msgType,
    src: 'WEB',
    dst: 'ENT',
    channel: 'WEB',
    requestId,
    datetime: datetime.toISOString(),
    traceId: randomId(),
    sessionId,
  }
}
