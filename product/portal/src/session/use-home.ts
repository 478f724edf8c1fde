import { paths, type Path } from './paths.ts'
import { useSession } from './session.ts'

/** The dashboard of a signed-in agent, else the log-in: /dashboard shows the fallback to everybody else. */
export function useHome(): Path {
  return useSession(session => session.dashboardLock === 'true') ? paths.dashboard : paths.login
}
