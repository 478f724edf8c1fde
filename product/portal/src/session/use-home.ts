import { paths, type Path } from './paths.ts'
import { useSession } from './session.ts'

export function useHome(): Path {
  return useSession(session => session.dashboardLock === 'true') ? paths.dashboard : paths.login
}
