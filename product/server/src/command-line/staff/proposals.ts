import { Option, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { proposalLists } from '@ekyc/contract/console/shapes/proposals'

import { showProposal } from '../../acts/acts.ts'
import { listProposals, withdrawProposal } from '../../acts/proposals.ts'
import { about, addGroup, countUpTo, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { sheet, table } from '../table.ts'

const whole = countUpTo(999_999_999)

/** Adds the commands for proposals. No command votes, because a command line cannot prove who types. */
export function addProposalCommands(program: CommandUnknownOpts, operator: Operator): void {
  const { perform, answer } = operator
  const group = addGroup(program, 'proposals', 'Proposals that wait for a second person')

  group
    .command('list')
    .summary('Lists proposals, the newest first.')
    .addOption(new Option('--list <WHICH>', 'those that go on, or those that have ended').choices(shownLists))
    .option('--before <NUMBER>', 'those before this one', whole)
    .option('--limit <N>', about.limit, countUpTo(200), 50)
    .addHelpText('after', examples('', '--list ended'))
    .action(async ({ list = 'open', before, limit }) => {
      const { proposals } = await perform(listProposals, {
        list,
        limit,
        ...(before !== undefined && { before }),
      })
      const rows = proposals.map(one => [
        one.number,
        one.act,
        one.state,
        `${one.approvals} of ${one.quorum}`,
        one.touches,
        one.makerName,
        one.expiresOn,
      ])
      const heads = ['Number', 'Act', 'State', 'Approved', 'Touches', 'Proposed by', 'Ends']
      await answer(table(heads, rows), { proposals })
    })

  group
    .command('show')
    .summary('Shows what a proposal changes, and who has voted.')
    .argument('<NUMBER>', 'as proposals list numbers it', whole)
    .addHelpText('after', examples('12'))
    .action(async number => {
      const one = await perform(showProposal, { number })
      const text = [
        sheet([
          ['Act', one.act],
          ['State', one.result === null ? one.state : `${one.state}: ${one.result}`],
          ['Proposed by', one.makerName],
          ['Why', one.reason],
          ['Agent', one.agent && `${one.agent.name} ${one.agent.mobile}`],
          ['Approved', `${one.approvals} of ${one.quorum}`],
          ['Ends', one.expiresOn],
          ['Content', one.contentHash.slice(0, 8)],
        ]),
        table(
          ['Changes', 'Now', 'Becomes', 'Of'],
          one.changes.map(({ field, now, becomes, rows }) => [field, now, becomes, rows]),
        ),
        table(
          ['Voted', 'By', 'On', 'Comment'],
          one.votes.map(({ vote, name, votedOn, comment }) => [vote, name, votedOn, comment]),
        ),
      ]
      await answer(text.join('\n\n'), one)
    })

  group
    .command('withdraw')
    .summary('Withdraws a proposal of your own.')
    .argument('<NUMBER>', 'as proposals list numbers it', whole)
    .addHelpText('after', examples('12'))
    .action(async number => {
      await perform(withdrawProposal, { number })
      await answer(`Proposal ${number} is withdrawn.`, { number, state: 'withdrawn' })
    })
}

/** The lists that an operator can ask for. The other lists need an account in the console, which an operator lacks. */
const shownLists = proposalLists.filter(list => list === 'open' || list === 'ended')
