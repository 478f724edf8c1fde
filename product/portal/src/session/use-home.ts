import { paths, type Path } from './paths.ts'
import { useSession } from './session.ts'

/** Returns the dashboard for a signed-in agent, else the log-in: /dashboard would show the fallback. */
export function useHome(): Path {
  return useSession(session => session.dashboardLock === 'true') ? paths.dashboard : paths.login
}
