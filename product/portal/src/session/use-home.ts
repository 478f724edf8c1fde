import { paths, type Path } from './paths.ts'
import { useSession } from './session.ts'

/** The dashboard of a signed-in agent, else the log-in: /dashboard is no page for anybody else. */
export function useHome(): Path {
  return useSession(session => session.dashboardLock === 'true') ? paths.dashboard : paths.login
}
