export const fraudRuleNames = [
  'burst',
  'night',
  'shared-scanner',
  'many-scanners',
  'too-fast',
  'roaming-customer',
  'failures-then-success',
  'unread-fingers',
] as const
export type FraudRuleName = (typeof fraudRuleNames)[number]

/** An alert is new until a person takes it, and closed with what the bank has found. */
export const alertStates = ['new', 'taken', 'closed'] as const
export type AlertState = (typeof alertStates)[number]
