import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { Complaint } from './complaint.ts'

export type Settings = ReturnType<typeof readSettings>

/** Reads the settings of the scripts. Server and sandbox read all other settings. */
export function readSettings(env = process.env, withSandbox = true) {
  // Without a sandbox, the console starts only if CONSOLE_PORT is set.
  const usualConsole = withSandbox ? '8070' : 'off'
  return {
    dataDir: resolve(env.DATA_DIR || 'data'),
    host: env.HOST || '127.0.0.1',
    port: portNamed('PORT', env.PORT || '8080'),
    sandboxPort: portNamed('SANDBOX_PORT', env.SANDBOX_PORT || '8090'),
    consolePort: portOrOff('CONSOLE_PORT', env.CONSOLE_PORT || usualConsole),
    devicePort: portOrOff('DEVICE_PORT', env.DEVICE_PORT || '11100'),
  }
}

/** Reads the settings that the sandbox, at its start, has written for the server. */
export function readSandboxSettings(dataDir: string): NodeJS.ProcessEnv {
  const file = join(dataDir, 'sandbox', 'server-settings.json')
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as NodeJS.ProcessEnv
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    if (code === 'ENOENT') return {}
    if (code === 'ENOTDIR') throw new Complaint(`DATA_DIR must be a folder, and ${dataDir} is none.`)
    throw new Complaint(`${file} cannot be read (${code ?? 'it is no JSON'}).`)
  }
}

/**
 * Merges `env` over `defaults`. An empty variable counts as unset, because compose files pass unset variables as empty.
 * NAME and NAME_FILE count as the same setting.
 */
export function withDefaults(env: NodeJS.ProcessEnv, defaults: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const free = Object.entries(defaults).filter(
    ([name]) => !(`${name}_FILE` in set) && !(name.replace(/_FILE$/, '') in set),
  )
  return { ...Object.fromEntries(free), ...set }
}

function portOrOff(name: string, text: string): number | 'off' {
  return text === 'off' ? 'off' : portNamed(name, text, ', or off')
}

function portNamed(name: string, text: string, orElse = ''): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text)
  throw new Complaint(`${name} must be a port number from 0 to 65535${orElse}.`)
}
