/** `isOutdated` when a newer version of the portal has arrived (app/keep-shell.ts); the log-in screen takes it. */
export const portalVersion = { isOutdated: false }
