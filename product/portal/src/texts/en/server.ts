import {
  callErrors,
  denials,
  failuresWithoutVerdict,
  overloads,
  refusals,
  type countedRefusals,
  type throttles,
} from '@ekyc/contract/refusals'
import { serverTexts } from '@ekyc/ui/texts/texts.ts'

/**
 * The texts of the server's refusals by their codes. Languages other than English show these texts. English shows the
 * server's own sentence, which contains the numbers of the server's policy.
 */
export const server = {
  ...serverTexts(refusals),
  ...serverTexts(failuresWithoutVerdict),
  'server.reference_failed_often':
    'The fingerprint failed too often today for this reference number. Please try again tomorrow.',
  'server.order_expired': 'This order is too old. Please check the reference again.',
  'server.capture_stale': 'The fingerprint is too old. Please capture again.',
  'server.not_yours': denials.not_yours,
  'server.privilege_missing': denials.privilege_missing,
  'server.too_many_wrong_passwords': 'Too many wrong passwords. Please try again later.',
  'server.too_many_attempts': 'Too many attempts from this address. Please try again later.',
  'server.too_many_reference_checks': 'Too many reference checks in the last hour. Please try again later.',
  'server.too_many_exceptions':
    'Too many customers without a readable finger in the last hour. Please try again later.',
  'server.operator_limit': "The bank's limit of KYC is reached. Please try again later.",
  'server.too_many_otps': 'Too many OTPs were sent. Please try again later.',
  'server.too_many_wrong_otps': 'Too many wrong OTPs. Please try again later.',
  'server.too_many_at_once': 'Too many requests at once. Please try again in a moment.',
  'server.busy': overloads.busy,
  'server.bank_away': overloads.bank_away,
  'server.database_away': overloads.database_away,
  'server.migrating': overloads.migrating,
  'server.submit_pending': overloads.submit_pending,
  'server.call_invalid':
    'The portal sent something that the server did not understand. Please reload the page.',
  'server.fault': callErrors.fault,
  'server.verified': 'Identity verified',
} satisfies Texts

/** The compiler demands a text for each refusal that an agent can meet. */
type Texts = Record<
  `server.${keyof typeof refusals | keyof typeof countedRefusals | keyof typeof failuresWithoutVerdict | keyof typeof throttles}`,
  string
> &
  Record<`server.${string}`, string>
