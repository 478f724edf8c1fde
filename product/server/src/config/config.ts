import type { adminConfigFrom, consoleConfigFrom, databaseConfig, serverConfig } from './config-from.ts'

/** The settings of the server, as config-from.ts reads them. */
export type Config = ReturnType<typeof serverConfig>
export type AdminConfig = ReturnType<typeof adminConfigFrom>
export type ConsoleConfig = ReturnType<typeof consoleConfigFrom>
export type DatabaseConfig = ReturnType<typeof databaseConfig>

/** The message lists every problem, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** The longest time that a production should keep an unused session open, in ms, and the default in production. */
export const longestIdleMs = 30 * 60_000
