import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { Complaint } from './complaint.mjs'

/** The settings that the scripts themselves need; all others are read by server and sandbox only. */
export function readSettings(env = process.env) {
  return {
    dataDir: resolve(env.DATA_DIR || 'data'),
    host: env.HOST || '127.0.0.1',
    port: portNamed('PORT', env.PORT || '8080'),
    sandboxPort: portNamed('SANDBOX_PORT', env.SANDBOX_PORT || '8090'),
    devicePort:
      env.DEVICE_PORT === 'off' ? 'off' : portNamed('DEVICE_PORT', env.DEVICE_PORT || '11100', ', or off'),
  }
}

/** What the sandbox wrote down for the server at its start: environment names and values. */
export function readSandboxSettings(dataDir) {
  const file = join(dataDir, 'sandbox', 'server-settings.json')
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return {}
    if (error.code === 'ENOTDIR') throw new Complaint(`DATA_DIR must be a folder, and ${dataDir} is none.`)
    throw new Complaint(`${file} cannot be read (${error.code ?? 'it is no JSON'}).`)
  }
}

/**
 * `env` over `defaults`. An empty variable counts as none: compose files hand those down for what nobody set. A setting
 * is one whether it comes as NAME or as NAME_FILE.
 */
export function withDefaults(env, defaults) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const free = Object.entries(defaults).filter(
    ([name]) => !(`${name}_FILE` in set) && !(name.replace(/_FILE$/, '') in set),
  )
  return { ...Object.fromEntries(free), ...set }
}

function portNamed(name, text, orElse = '') {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text)
  throw new Complaint(`${name} must be a port number from 0 to 65535${orElse}.`)
}
