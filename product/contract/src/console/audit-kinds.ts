export const actorKinds = ['agent', 'staff', 'admin', 'system', 'stranger'] as const
export type ActorKind = (typeof actorKinds)[number]

/** The longest time range that one request for audit rows may cover, in days. */
export const auditDays = 31
