import type { MsgType } from '@ekyc/contract/calls'
import type { RequestHeader } from '@ekyc/contract/wire'

import { randomId } from './random-id.ts'

/** A random id of this page load. The server's log uses it to group an agent's calls. The id grants nothing. */
let sessionId = randomId()

export function pageId(): string {
  return sessionId
}

/** Goes on with the id of the log-in's script, which is another program of the same page. */
export function takePageId(id: string): void {
  sessionId = id
}

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
