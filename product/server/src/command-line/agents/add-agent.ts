import { Option, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { riskClasses } from '@ekyc/contract/console/sheet-lines'
import { agentRole } from '@ekyc/contract/words'

import { addAgent } from '../../acts/agents/add-agent.ts'
import { about, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { withSecondPerson } from '../second-person.ts'

export function addAddCommand(group: CommandUnknownOpts, { perform, answer }: Operator): void {
  withSecondPerson(group.command('add'))
    .summary('On-boards one agent.')
    .description('The agent has no password yet: the first log-in asks for an OTP by SMS and sets one.')
    .argument('<MOBILE>', about.mobile)
    .requiredOption('--name <NAME>', 'full name (required)')
    .option('--email <EMAIL>', 'e-mail address', '')
    .option('--address1 <TEXT>', 'first line of the address', '')
    .option('--address2 <TEXT>', 'second line of the address', '')
    .option('--staff-number <NUMBER>', "the agent's number in the bank", '')
    .option('--branch <BRANCH>', 'branch', '')
    .option('--outlet <OUTLET>', 'shop or place of work', '')
    .option('--supervisor <NAME>', 'who looks after the agent', '')
    .option('--kyc-on <DAY>', "day of the bank's KYC of the agent, as 2026-01-31", '')
    .option('--kyc-evidence <TEXT>', 'where the bank keeps its evidence', '')
    .option('--kyc-due <DAY>', 'day by which the next KYC is due', '')
    .option('--review-on <DAY>', 'day of the next review of the limits', '')
    .addOption(new Option('--risk <CLASS>', 'class of risk').choices(riskClasses))
    .option('--role <ROLE>', `role, ${agentRole} unless told, '' for none; may be repeated`, repeated)
    .addHelpText('after', examples('9876543210 --name "Asha Verma" --email asha@bank.example'))
    .action(async (mobile, { role = [agentRole], address1, address2, ...told }) => {
      const details = { mobile, ...told, addressLine1: address1, addressLine2: address2, roles: role }
      const added = await perform(addAgent, details)
      await answer(`${added.mobile} is an agent now.`, added)
    })
}

function repeated(text: string, before: string[] | undefined): string[] {
  return [...(before ?? []), text].filter(Boolean)
}
