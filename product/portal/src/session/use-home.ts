import { paths, type Path } from './paths.ts'
import { useSession } from './session.ts'

/** Returns the dashboard's path, or the log-in's path if no agent is signed in (/dashboard would show the fallback). */
export function useHome(): Path {
  return useSession(session => session.dashboardLock === 'true') ? paths.dashboard : paths.login
}
