import { verdicts, type UnverifiedCode } from '../refusals.ts'

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

/** Returns what the help desk should tell the agent about an order. */
export function adviceOf(verdict: OrderVerdict, code: UnverifiedCode | ''): string {
  return code === '' ? adviceByVerdict[verdict] : adviceByCode[code]
}

const again = 'Capture again. The authority was not asked about this customer, so no try is lost.'
const device = 'Update the device service, or use another device.'
const customer = 'Another finger does not help. The customer turns to the authority.'
const ours = 'Not the agent’s fault, and capturing again does not help. The bank’s operations look into it.'
const fingers = 'Clean finger and glass, warm the finger, and try another one.'

const adviceByVerdict: Record<OrderVerdict, string> = {
  verified: 'Nothing is left to do. The bank gets the customer’s data by itself.',
  refused: ours,
  no_answer: again,
  open: 'The agent reads the consent, captures a finger and submits.',
  submitting: 'Wait a moment. The result comes by itself, and must not be submitted again.',
  expired: 'Check the reference again. That opens a new order.',
}

const adviceByCode: Record<UnverifiedCode, string> = {
  authority_timeout: 'The authority did not answer in time. Check the reference again and capture again.',
  authority_unusable:
    'The authority’s answer could not be read. Capture again; if it happens again, tell operations.',
  customer_not_fetched: again,
  bank_unusable: ours,
  result_not_taken:
    'The bank’s systems did not take the customer’s data, which was dropped. Capture again when the bank answers.',
  submission_interrupted: 'The server stopped in the middle. Check the reference again and capture again.',
  [verdicts.noMatch]: fingers,
  [verdicts.biometricsLocked]: 'The customer unlocks the biometrics at the authority, then tries again.',
  [verdicts.numberLocked]: 'The customer unlocks the number at the authority, then tries again.',
  [verdicts.noFingerprints]: customer,
  [verdicts.bestFingerNeeded]: customer,
  [verdicts.numberNotActive]: customer,
  [verdicts.numberNotValid]: 'The bank compares the number that it has of this customer.',
  [verdicts.virtualIdEnded]: 'The customer makes a new virtual number and gives it to the bank.',
  [verdicts.captureNotAccepted]: fingers,
  [verdicts.deviceNotAccepted]: device,
  [verdicts.serviceNotRegistered]: device,
  [verdicts.deviceBlocked]: 'This device is blocked by the authority. Use another one.',
  [verdicts.deviceKeyExpired]: 'Run Key Rotation in the device service’s app, and capture again.',
  [verdicts.providerKeyExpired]: device,
  [verdicts.captureNotOpened]: 'Restart the device service, and capture again.',
  [verdicts.timeNotAccepted]: 'Correct the computer’s clock, and capture again.',
  [verdicts.sentBefore]: 'Capture anew: each fingerprint is good once.',
  [verdicts.requestNotAccepted]: ours,
  [verdicts.outOfOrder]: 'The authority is out of service. Try again later.',
  [verdicts.notConfirmed]: 'Capture again.',
  [verdicts.noData]: customer,
  [verdicts.optedOut]: 'The customer has refused e-KYC at the authority. Another way of KYC is needed.',
  [verdicts.otherPurpose]: 'Capture again from the portal itself.',
  [verdicts.unknownCode]: 'Capture again; if it happens again, tell operations the code.',
}
