import { paths, type Path } from '@ekyc/contract/paths'

export { paths, type Path }

/** A `returnTo` that comes from outside leads to our own screens only; anything else leads to the dashboard. */
export function ownPath(text: string | null | undefined): Path {
  return Object.values(paths).find(path => path === text) ?? paths.dashboard
}
