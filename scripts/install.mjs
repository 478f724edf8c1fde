import { existsSync, readFileSync } from 'node:fs'

import { Complaint } from './complaint.mjs'
import { inRoot } from './folders.mjs'
import { runNpm } from './run.mjs'

/**
 * Installs the packages of the lock file unless exactly they are there already. No package's install script is run: what
 * we use works without, and they would run as whoever starts the product.
 */
export async function installIfNeeded(progress, signal) {
  if (isInstalled()) return
  await progress('Installing packages (only after a clone or an update)', async () => {
    const { code, output } = await runNpm(['ci', '--include=dev', '--ignore-scripts', '--prefer-offline'], {
      quiet: true,
      signal,
    })
    if (code === 0) return
    throw new Complaint(`npm ci failed:\n${output.trim()}${cacheHint(output)}`)
  })
}

/**
 * Compares the lock file with the list that npm leaves of what it has installed. Dates would tell less: a checkout
 * touches files without changing them. npm writes its list last, so an install that was cut off has none.
 */
export function isInstalled(
  lock = inRoot('package-lock.json'),
  list = inRoot('node_modules/.package-lock.json'),
) {
  const wanted = packagesIn(lock)
  const present = packagesIn(list)
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (!path.includes('node_modules/')) return true // a part of this project
    const installed = present[path]
    if (!installed) return Boolean(optional ?? devOptional) // made for another platform
    return installed.version === version
  })
}

/** npm's own words for a home that nobody may write to speak of root-owned files. */
export function cacheHint(output) {
  if (!/\b(EACCES|EROFS|EPERM)\b/.test(output)) return ''
  return '\n\nIf npm may not write to its cache, name another: npm_config_cache=/a/folder/of/yours npm start'
}

/** Whether all that one part runs on is there, however it was installed. */
export function hasPackagesOf(part) {
  const { dependencies } = JSON.parse(readFileSync(inRoot(part, 'package.json'), 'utf8'))
  return Object.keys(dependencies).every(name =>
    [inRoot(part, 'node_modules', name), inRoot('node_modules', name)].some(path => existsSync(path)),
  )
}

function packagesIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}
