import { paths, type Path } from '@ekyc/contract/paths'

export { paths, type Path }

/** Accepts a `returnTo` from outside only if it is a path of the portal; the default is the dashboard. */
export function ownPath(text: string | null | undefined): Path {
  return Object.values(paths).find(path => path === text) ?? paths.dashboard
}
