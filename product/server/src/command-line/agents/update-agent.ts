import { Option, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { riskClasses } from '@ekyc/contract/console/sheet-lines'

import { changeMobile, recordKyc, updateAgent } from '../../acts/agents/update-agent.ts'
import { about, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { withSecondPerson } from '../second-person.ts'
import { UsageError } from '../usage-error.ts'

export function addUpdateCommand(group: CommandUnknownOpts, { perform, tellChange }: Operator): void {
  group
    .command('update')
    .summary("Changes an agent's details; what is not told stays as it is.")
    .description(
      "An empty text ('') takes a detail away, but the name. The mobile is changed by agents change-mobile.",
    )
    .argument('<MOBILE>', about.mobile)
    .option('--name <NAME>', 'full name')
    .option('--email <EMAIL>', 'e-mail address')
    .option('--address1 <TEXT>', 'first line of the address')
    .option('--address2 <TEXT>', 'second line of the address')
    .option('--staff-number <NUMBER>', "the agent's number in the bank")
    .option('--branch <BRANCH>', 'branch')
    .option('--outlet <OUTLET>', 'shop or place of work')
    .option('--supervisor <NAME>', 'who looks after the agent')
    .addHelpText('after', examples('9876543210 --email asha.verma@bank.example'))
    .action(async (mobile, { address1, address2, ...told }) => {
      const newDetails = Object.entries({ ...told, addressLine1: address1, addressLine2: address2 })
      const changes = Object.fromEntries(newDetails.filter(([, text]) => text !== undefined))
      if (Object.keys(changes).length === 0) throw new UsageError('Say what changes.', 'agents update')
      const done = await perform(updateAgent, { agent: mobile, changes })
      await tellChange(done, 'is changed', 'was like this already')
    })
}

export function addKycCommand(group: CommandUnknownOpts, { perform, tellChange }: Operator): void {
  group
    .command('kyc')
    .summary("Records the bank's KYC of an agent, the class of risk and what is due next.")
    .description('What is not told stays as it is. A new day of KYC ends dormancy.')
    .argument('<MOBILE>', about.mobile)
    .option('--kyc-on <DAY>', "day of the bank's KYC of the agent, as 2026-01-31")
    .option('--kyc-evidence <TEXT>', 'where the bank keeps its evidence')
    .option('--kyc-due <DAY>', 'day by which the next KYC is due')
    .option('--review-on <DAY>', 'day of the next review of the limits')
    .addOption(new Option('--risk <CLASS>', 'class of risk').choices(riskClasses))
    .addHelpText('after', examples('9876543210 --kyc-on 2026-01-05 --kyc-evidence KYC/2026/17 --risk low'))
    .action(async (mobile, told) => {
      if (Object.keys(told).length === 0) throw new UsageError('Say what is recorded.', 'agents kyc')
      const done = await perform(recordKyc, { agent: mobile, changes: told })
      await tellChange(done, 'has this on record', 'had it on record already')
    })
}

export function addChangeMobileCommand(
  group: CommandUnknownOpts,
  { perform, confirm, tellChange }: Operator,
): void {
  withSecondPerson(group.command('change-mobile'))
    .summary('Gives an agent another mobile number, and ends the sessions.')
    .description(
      `Password, roles, orders and figures stay the agent's; OTPs that were sent to either number open nothing any
more. From now on who holds the new number can set a new password by OTP: make sure whose it is.`,
    )
    .argument('<OLD>', about.mobile)
    .argument('<NEW>', 'the number that it becomes; nobody else may have it')
    .addHelpText('after', examples('9876543210 9812345678 --yes'))
    .action(async (mobile, to) => {
      await confirm(`Change ${mobile} to ${to} and end all sessions of this agent?`)
      const done = await perform(changeMobile, { agent: mobile, to })
      await tellChange(done, `is ${to} now`, 'was this already')
    })
}
