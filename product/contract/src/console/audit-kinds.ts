export const actorKinds = ['agent', 'synthetic', 'staff', 'admin', 'system', 'stranger'] as const

/** A look at the audit trail goes back so many days at most. */
export const auditDays = 31
