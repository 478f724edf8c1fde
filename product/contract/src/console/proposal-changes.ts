export const proposalFields = [
  'name',
  'mobile',
  'state',
  'roles',
  'withheld',
  'agent',
  'import',
  'hold',
  'consent',
] as const

export type ProposalField = (typeof proposalFields)[number]

export const proposalEffects = [
  'changed',
  'unchanged',
  'disabled',
  'sessionsEnded',
  'removed',
  'orders',
  'added',
  'updated',
  'skipped',
  'wrong',
] as const
export type ProposalEffect = (typeof proposalEffects)[number]
