import type {
  readAdminConfig,
  readConsoleConfig,
  databaseConfigFrom,
  serverConfigFrom,
} from './read-config.ts'

/** The settings of the server, as read-config.ts reads them. */
export type ServerConfig = ReturnType<typeof serverConfigFrom>
export type AdminConfig = ReturnType<typeof readAdminConfig>
export type ConsoleConfig = ReturnType<typeof readConsoleConfig>
export type DatabaseConfig = ReturnType<typeof databaseConfigFrom>

/** The message lists every problem, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** The longest time that a production should keep an unused session open, in ms, and the default in production. */
export const longestIdleMs = 30 * 60_000
