import { indiaDateTime } from '@ekyc/contract/india-time'

import { takeBackConsent, withdrawConsent } from '../../acts/kyc/withdraw-consent.ts'
import { defineCommand, type Command, type CommandOption } from '../define-command.ts'

const reference: CommandOption = ['--reference <TEXT>', "the bank's reference (required)"]

export const consentWithdrawalCommands: Command[] = [
  defineCommand({
    name: 'consent withdraw',
    summary: "Withdraws a customer's consent, and prints the acknowledgement for her.",
    description: `Sends the bank no result of the reference any more. After an hour, erases those that still wait and tells the bank by the
event consent.revoked to erase its own. Make sure first that it is she who asks.`,
    options: { reference },
    examples: ['--reference DBS10001 > acknowledgement.txt'],
    act: withdrawConsent,
    question: told => `Erase what waits of ${told.reference} for good in an hour, and tell the bank?`,
    answer: (done, told) => ({
      text: done ? acknowledgementOf(done) : 'No order has this reference: nothing was erased.',
      data: done ?? { reference: told.reference, orders: 0 },
    }),
  }),
  defineCommand({
    name: 'consent take-back',
    summary: 'Takes a withdrawal back within its hour.',
    options: { reference },
    examples: ['--reference DBS10001'],
    act: takeBackConsent,
    answer: done => ({
      text: done
        ? `The withdrawal ${done.number} is taken back.`
        : 'No withdrawal can be taken back any more.',
      data: done ?? {},
    }),
  }),
]

type Withdrawn = NonNullable<Awaited<ReturnType<typeof withdrawConsent.run>>>

function acknowledgementOf({ number, reference: of, withdrawnOn, words, ...counts }: Withdrawn): string {
  const { orders, erased, delivered } = counts
  const [day = '', time = ''] = indiaDateTime(withdrawnOn).split('T')
  return [
    `Acknowledgement ${number}`,
    `Your consent to the keeping of your identity details under the reference ${of} was withdrawn on ${day} at ${time.slice(0, 5)} (India).`,
    `Erased by this system in an hour: ${erased} ${erased === 1 ? 'result' : 'results'} that had not yet reached the bank. Nothing sends them any more; what lies encrypted in a vault is removed within two hours after that.`,
    delivered > 0
      ? 'To be erased by the bank: the identity details that it received from this system. The bank is told so in an hour, by this number.'
      : 'The bank has received no identity details from this system under this reference.',
    `Kept, because the law demands it: the record that authentications took place (${orders}), without fingerprint, id number or identity details.`,
    ...(words ? [words.lines.join('\n')] : []),
    'For the bank (name, date, signature): ________________________________________',
  ].join('\n\n')
}
