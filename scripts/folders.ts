import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout, without a separator at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/** A path inside the checkout. */
export function inRoot(...parts: string[]): string {
  return resolve(root, ...parts)
}

/** Node 24.0 to 24.2 call running TypeScript experimental, in a line of their own. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning']

/** Keeps what Node makes of a TypeScript file for the next start: half a second of the server's. */
export const nodeEnv = { NODE_COMPILE_CACHE: inRoot('node_modules/.cache/node') }

const programs = {
  server: 'server/src/main.ts',
  admin: 'server/src/admin/main.ts',
  sandbox: 'sandbox/src/main.ts',
}

export type ProgramName = keyof typeof programs

/** The main file of one of our programs. */
export function programFile(name: ProgramName): string {
  return inRoot(programs[name])
}
