import { isRecord } from '@ekyc/contract/is-record'

import { paths, type Path } from './paths.ts'
import { initialSession, type SessionState } from './session-state.ts'
import { sessionFrom } from './session-storage.ts'
import { keptWork, type Work } from './work-kept.ts'

/** Returns the screen and the session fields with which the agent goes on after the log-in. Deletes the stored work. */
export function takeWork(phone: string): { path: Path; fields: Partial<SessionState> } {
  const work = readWork()
  if (work) sessionStorage.removeItem(keptWork)
  if (work?.phone !== phone) return { path: paths.dashboard, fields: {} }
  const { path, ...fields } = work
  return { path, fields }
}

function readWork(): Work | undefined {
  try {
    const work: unknown = JSON.parse(sessionStorage.getItem(keptWork) ?? '')
    const state = isRecord(work) && sessionFrom({ ...initialSession(), ...work })
    if (!state) return undefined
    const { phone, refNo, prepareOrderResponse } = state
    const path = work.path === paths.doKyc ? paths.doKyc : paths.dashboard
    return { phone, refNo, prepareOrderResponse, path }
  } catch {
    return undefined
  }
}
