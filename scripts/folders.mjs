import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout, without a separator at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/** A path inside the checkout. */
export function inRoot(...parts) {
  return resolve(root, ...parts)
}
