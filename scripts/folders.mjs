import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout, without a separator at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/** A path inside the checkout. */
export function inRoot(...parts) {
  return resolve(root, ...parts)
}

const partOf = {
  server: 'server',
  'argon2id-worker': 'server',
  'private-postgres-guard': 'server',
  admin: 'server',
  sandbox: 'sandbox',
}

/** The bundle of one of our programs. It lies in its own part, whose node_modules may hold packages of its own. */
export function programFile(name) {
  return inRoot(partOf[name], 'dist', `${name}.js`)
}
