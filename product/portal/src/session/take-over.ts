import { isRecord } from '@ekyc/contract/is-record'

import { isNewestLogIn } from './newest-log-in.ts'
import { initialSession } from './session-state.ts'
import { sessionFrom } from './session-storage.ts'
import { setSession, useSession } from './session.ts'

const channelName = 'session'
/** The time that a new tab waits for an answer, in ms. A live tab answers within milliseconds, a frozen tab never. */
const answerWithinMs = 500

/** Sends new tabs of this browser the data of this tab's agent, but no data of the agent's customer. */
export function shareSession(): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }) => {
    const { phone, warningTime, profileInfo, allPrevielages, dashboardLock } = useSession.getState()
    const isLive = dashboardLock === 'true' && isNewestLogIn(warningTime)
    if (data !== 'wanted' || !isLive) return
    const agent = { phone, warningTime, profileInfo, allPrevielages, dashboardLock }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin, and no such argument
    channel.postMessage({ ...initialSession(), ...agent })
  })
  return () => channel.close()
}

export function takeOverSession(): Promise<void> {
  return new Promise(resolve => {
    const channel = new BroadcastChannel(channelName)
    const timer = setTimeout(end, answerWithinMs)
    channel.addEventListener('message', ({ data }) => {
      const session = isRecord(data) && sessionFrom(data)
      if (!session) return
      setSession(session)
      end()
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin, and no such argument
    channel.postMessage('wanted')

    function end(): void {
      clearTimeout(timer)
      channel.close()
      resolve()
    }
  })
}
