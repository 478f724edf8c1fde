import type { readAdminConfig, readConsoleConfig, serverConfigFrom } from './read-config.ts'
import type { databaseSettings, Values } from './settings.ts'

export type ServerConfig = ReturnType<typeof serverConfigFrom>
export type AdminConfig = ReturnType<typeof readAdminConfig>
export type ConsoleConfig = ReturnType<typeof readConsoleConfig>
export type DatabaseConfig = Values<typeof databaseSettings>

/** The message lists every problem, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** A production should keep an unused session open for so long at most, in ms. */
export const longestIdleMs = 30 * 60_000
