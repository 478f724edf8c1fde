import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import { addGroup, examples, indiaDay } from '../command-line.ts'
import { writePack } from './write-pack.ts'
import type { Operator } from '../operator.ts'

export function addEvidenceCommands(program: CommandUnknownOpts, operator: Operator): void {
  const group = addGroup(program, 'evidence', 'Evidence')

  group
    .command('pack', { isDefault: true })
    .summary('Writes a signed archive of orders with all that proves them, which openssl verifies offline.')
    .description(
      `The orders, the very consent texts, audit rows with signed heads, device facts and deliveries of one reference, order or
transaction, or of an agent, a device or everybody in a time. README.md in it says how to check it without this system.`,
    )
    .option('--reference <TEXT>', "the bank's reference")
    .option('--order <ID>', 'an order id')
    .option('--transaction <ID>', 'a transaction id')
    .option('--agent <MOBILE>', 'an agent, by mobile or id')
    .option('--device <UNIT>', 'a device, by its unit as orders have it; with --from and --to')
    .option('--from <DAY>', 'opened on this India day or later', indiaDay)
    .option('--to <DAY>', 'opened on this India day or before', indiaDay)
    .requiredOption('--out <FILE>', 'where to write the archive (required)')
    .addHelpText(
      'after',
      examples(
        '--reference DBS10001 --out dbs10001.tar.gz',
        '--from 2027-03-01 --to 2027-03-31 --out march.tar.gz',
      ),
    )
    .action(options => writePack(operator, options, 'pack'))

  group
    .command('touched')
    .summary("Lists whom a breach touched, with CERT-In's form filled in as far as the system knows.")
    .description(
      `The references, orders and agents of a time, or of those the agent, device, server or audit key; the answer is a signed
archive as well.`,
    )
    .option('--agent <MOBILE>', 'only by this agent, by mobile or id')
    .option('--device <UNIT>', 'only by this device')
    .option('--server <NAME>', 'only what this server claimed')
    .option('--key <ID>', "only with audit rows under this key: the first 8 digits of a row's mac")
    .option('--from <DAY>', 'from this India day', indiaDay)
    .option('--to <DAY>', 'to this India day, included', indiaDay)
    .requiredOption('--out <FILE>', 'where to write the archive (required)')
    .addHelpText('after', examples('--from 2027-03-01 --to 2027-03-02 --server ekyc-1 --out touched.tar.gz'))
    .action(options => writePack(operator, options, 'touched'))
}
