/**
 * `isOutdated` is true after a newer version has arrived (app/keep-shell.ts). The log-in screen then loads the newer
 * version.
 */
export const portalVersion = { isOutdated: false }
