import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { indiaDateTime } from '@ekyc/contract/india-time'

import { withdrawConsent } from '../administration/withdraw-consent.ts'
import { addGroup, examples } from './command-line.ts'
import type { Operator } from './operator.ts'

export function addConsentCommands(
  program: CommandUnknownOpts,
  { perform, answer, confirm }: Operator,
): void {
  addGroup(program, 'consent', 'Consents of customers')
    .command('withdraw')
    .summary("Withdraws a customer's consent, and prints the acknowledgement for her.")
    .description(
      `Erases the results of the reference that still wait for the bank, tells the bank by the event consent.revoked to erase
its own, and writes an audit row. Make sure first that it is she who asks. Needs OUTBOX_KEY.`,
    )
    .requiredOption('--reference <TEXT>', "the bank's reference (required)")
    .addHelpText('after', examples('--reference DBS10001 > acknowledgement.txt'))
    .action(async ({ reference }) => {
      await confirm(`Erase what waits of ${reference} for good, and tell the bank?`)
      const done = await perform(withdrawConsent, { reference })
      await answer(
        done ? acknowledgementOf(done) : 'No order has this reference: nothing was erased.',
        done ?? { reference, orders: 0 },
      )
    })
}

type Done = NonNullable<Awaited<ReturnType<typeof withdrawConsent.run>>>

function acknowledgementOf({ number, reference, withdrawnOn, words, ...counts }: Done): string {
  const { orders, erased, delivered, held } = counts
  const [day = '', time = ''] = indiaDateTime(withdrawnOn).split('T')
  return [
    `Acknowledgement ${number}`,
    `Your consent to the keeping of your identity details under the reference ${reference} was withdrawn on ${day} at ${time.slice(0, 5)} (India).`,
    `Erased by this system: ${erased} ${erased === 1 ? 'result' : 'results'} that had not yet reached the bank. Nothing sends them any more; what lies encrypted in a vault is removed within two hours.`,
    delivered > 0
      ? 'To be erased by the bank: the identity details that it received from this system. The bank was told so by this number.'
      : 'The bank has received no identity details from this system under this reference.',
    `Kept, because the law demands it: the record that authentications took place (${orders}), without fingerprint, id number or identity details.`,
    ...(held > 0
      ? [
          `Under a legal hold, and not erased until it is lifted: ${held} of these records, with results that wait.`,
        ]
      : []),
    ...(words ? [words.lines.join('\n')] : []),
    'For the bank (name, date, signature): ________________________________________',
  ].join('\n\n')
}
