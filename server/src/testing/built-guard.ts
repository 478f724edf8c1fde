import { buildIfStale } from '../../../scripts/build.mjs'

/** The program that stops a private PostgreSQL after its owner: a process of its own, which no TypeScript can be. */
export async function builtGuard(): Promise<URL> {
  await buildIfStale((_title, work) => work(), undefined, ['node'])
  return new URL('../../dist/private-postgres-guard.js', import.meta.url)
}
