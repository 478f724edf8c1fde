/** The number of the agent whose session has ended, for the log-in's field. It lives only in memory. */
export const keptMobile = { number: '' }
