/** The arguments that many commands take. */
export const mobile = { name: 'MOBILE', about: "the agent's mobile number, 10 digits" } as const
export const role = { name: 'ROLE', about: 'as roles list names it' } as const
