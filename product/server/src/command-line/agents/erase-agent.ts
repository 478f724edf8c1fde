import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import { erasureWait, eraseAgent } from '../../acts/agents/erase-agent.ts'
import { about, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { withSecondPerson } from '../second-person.ts'

export function addEraseCommand(group: CommandUnknownOpts, operator: Operator): void {
  const { perform, answer, confirm } = operator

  withSecondPerson(group.command('erase'))
    .summary('Erases an agent who has left, for good.')
    .description(
      `Name, mobile, e-mail, address, password, passkeys and all that the log-in knows of the agent go. Orders, counts and
audit rows are kept as long as the law demands, under the agent's id instead of the mobile. The agent must have been
disabled for ${erasureWait}.`,
    )
    .argument('<MOBILE>', about.mobile)
    .addHelpText('after', examples('9876543210 --yes'))
    .action(async mobile => {
      await confirm(`Erase ${mobile} for good?`)
      const erased = await perform(eraseAgent, { agent: mobile })
      await answer(
        erased
          ? `${mobile} is erased. Kept as agent ${erased.id}: ${erased.orders} orders; audit rows changed: ${erased.auditRows}.`
          : `There is no agent with the mobile ${mobile}: nothing was erased.`,
        { mobile, changed: erased !== undefined, ...erased },
      )
    })
}
