import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { indiaDateTime } from '@ekyc/contract/india-time'

import { takeBackConsent, withdrawConsent } from '../../acts/kyc/withdraw-consent.ts'
import { addGroup, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { withSecondPerson } from '../second-person.ts'

export function addConsentCommands(
  program: CommandUnknownOpts,
  { perform, answer, confirm }: Operator,
): void {
  const group = addGroup(program, 'consent', 'Consents of customers')

  withSecondPerson(group.command('withdraw'))
    .summary("Withdraws a customer's consent, and prints the acknowledgement for her.")
    .description(
      `Sends the bank no result of the reference any more. After an hour, erases those that still wait and tells the bank by the
event consent.revoked to erase its own. Make sure first that it is she who asks.`,
    )
    .requiredOption('--reference <TEXT>', "the bank's reference (required)")
    .addHelpText('after', examples('--reference DBS10001 > acknowledgement.txt'))
    .action(async ({ reference }) => {
      await confirm(`Erase what waits of ${reference} for good in an hour, and tell the bank?`)
      const done = await perform(withdrawConsent, { reference })
      await answer(
        done ? acknowledgementOf(done) : 'No order has this reference: nothing was erased.',
        done ?? { reference, orders: 0 },
      )
    })

  group
    .command('take-back')
    .summary('Takes a withdrawal back within its hour.')
    .requiredOption('--reference <TEXT>', "the bank's reference (required)")
    .addHelpText('after', examples('--reference DBS10001'))
    .action(async ({ reference }) => {
      const done = await perform(takeBackConsent, { reference })
      const text = done
        ? `The withdrawal ${done.number} is taken back.`
        : 'No withdrawal can be taken back any more.'
      await answer(text, done ?? {})
    })
}

type Done = NonNullable<Awaited<ReturnType<typeof withdrawConsent.run>>>

function acknowledgementOf({ number, reference, withdrawnOn, words, ...counts }: Done): string {
  const { orders, erased, delivered } = counts
  const [day = '', time = ''] = indiaDateTime(withdrawnOn).split('T')
  return [
    `Acknowledgement ${number}`,
    `Your consent to the keeping of your identity details under the reference ${reference} was withdrawn on ${day} at ${time.slice(0, 5)} (India).`,
    `Erased by this system in an hour: ${erased} ${erased === 1 ? 'result' : 'results'} that had not yet reached the bank. Nothing sends them any more; what lies encrypted in a vault is removed within two hours after that.`,
    delivered > 0
      ? 'To be erased by the bank: the identity details that it received from this system. The bank is told so in an hour, by this number.'
      : 'The bank has received no identity details from this system under this reference.',
    `Kept, because the law demands it: the record that authentications took place (${orders}), without fingerprint, id number or identity details.`,
    ...(words ? [words.lines.join('\n')] : []),
    'For the bank (name, date, signature): ________________________________________',
  ].join('\n\n')
}
