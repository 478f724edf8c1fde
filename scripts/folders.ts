import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The path of the checkout, without a final separator. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

export function inRoot(...parts: string[]): string {
  return resolve(root, ...parts)
}

// The cache keeps compiled programs. It saves a start of the server, or a run of one test file, half a second.
process.env['NODE_COMPILE_CACHE'] ??= inRoot('node_modules/.cache/node')

/**
 * The flags of Node for our programs. The first silences the warning of Node 22 that running TypeScript is
 * experimental. The second halves the memory that Node reserves for young objects (deploy/entrypoint.sh).
 */
export const nodeFlags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16']

const programs = {
  server: 'product/server/src/main.ts',
  console: 'product/server/src/console-main.ts',
  admin: 'product/server/src/command-line/main.ts',
  sandbox: 'product/sandbox/src/main.ts',
  'demo data': 'product/sandbox/src/demo/main.ts',
}

export type ProgramName = keyof typeof programs

export function programFile(name: ProgramName): string {
  return inRoot(programs[name])
}
