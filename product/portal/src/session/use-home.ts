import { paths, type Path } from './paths.ts'
import { useSession } from './session.ts'

/** Returns the log-in's path if no agent is signed in (/dashboard would be refused), otherwise the dashboard's path. */
export function useHome(): Path {
  return useSession(session => session.dashboardLock === 'true') ? paths.dashboard : paths.login
}
