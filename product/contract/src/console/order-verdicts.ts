export const shownStatuses = ['INIT', 'SUBMITTING', 'EXPIRED', 'KYC_SUCCESS', 'KYC_FAILURE'] as const

/** The steps of an order, in the order in which they happen. */
export const orderSteps = [
  'checked',
  'consented',
  'captured',
  'claimed',
  'fetched',
  'asked',
  'answered',
  'settled',
  'expired',
  'event_written',
  'event_tried',
  'event_delivered',
  'event_given_up',
  'told_written',
  'told_tried',
  'told_delivered',
  'told_given_up',
] as const
export type OrderStep = (typeof orderSteps)[number]

/** The states that the console shows for an order: its verdict, or its state before a verdict. */
export const orderVerdicts = ['verified', 'refused', 'no_answer', 'open', 'submitting', 'expired'] as const
export type OrderVerdict = (typeof orderVerdicts)[number]
