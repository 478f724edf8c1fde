/**
 * `isOutdated` is true when a newer version of the portal has arrived (app/keep-shell.ts); the log-in screen then loads
 * it.
 */
export const portalVersion = { isOutdated: false }
