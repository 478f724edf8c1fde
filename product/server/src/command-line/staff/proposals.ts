import { proposalLists } from '@ekyc/contract/console/shapes/proposals'

import { endFourEyes } from '../../acts/four-eyes.ts'
import { allJobKinds, runNextJob } from '../../acts/jobs.ts'
import { withdrawProposal } from '../../acts/proposals.ts'
import { listProposals, showProposal } from '../../acts/show-proposals.ts'
import { switchFourEyesOn } from '../../database/staff/proposals.ts'
import { defineCommand, limitOption, type Command } from '../define-command.ts'
import { fieldList, tableOfRows } from '../text-table.ts'

/** The other lists need an account in the console. */
const shownLists = proposalLists.filter(list => list === 'open' || list === 'ended')
const numberArgument: Command['args'] = { number: ['<NUMBER>', 'as proposals list numbers it'] }

/** No command votes, because a command line cannot prove who types. */
export const proposalCommands: Command[] = [
  defineCommand({
    name: 'proposals list',
    summary: 'Lists proposals, the newest first.',
    options: {
      list: [
        '--list <WHICH>',
        'those that go on, or those that have ended',
        { usual: 'open', choices: shownLists },
      ],
      before: ['--before <NUMBER>', 'those before this one'],
      limit: limitOption(50),
    },
    examples: ['', '--list ended'],
    act: listProposals,
    answer: ({ proposals }) => ({
      text: tableOfRows(proposals, {
        Number: one => one.number,
        Act: one => one.act,
        State: one => one.state,
        Approved: one => `${one.approvals} of ${one.quorum}`,
        Touches: one => one.touches,
        'Proposed by': one => one.makerName,
        Ends: one => one.expiresOn,
      }),
      data: { proposals },
    }),
  }),
  defineCommand({
    name: 'proposals show',
    summary: 'Shows what a proposal changes, and who has voted.',
    args: numberArgument,
    examples: ['12'],
    act: showProposal,
    answer(one) {
      const text = [
        fieldList([
          ['Act', one.act],
          ['State', one.result === null ? one.state : `${one.state}: ${one.result}`],
          ['Proposed by', one.makerName],
          ['Why', one.reason],
          ['Agent', one.agent && `${one.agent.name} ${one.agent.mobile}`],
          ['Approved', `${one.approvals} of ${one.quorum}`],
          ['Ends', one.expiresOn],
          ['Content', one.contentHash.slice(0, 8)],
        ]),
        tableOfRows(one.changes, {
          Changes: ({ field }) => field,
          Now: ({ now }) => now,
          Becomes: ({ becomes }) => becomes,
          Of: ({ rows }) => rows,
        }),
        tableOfRows(one.votes, {
          Voted: ({ vote }) => vote,
          By: ({ name }) => name,
          On: ({ votedOn }) => votedOn,
          Comment: ({ comment }) => comment,
        }),
      ]
      return text.join('\n\n')
    },
  }),
  defineCommand({
    name: 'proposals withdraw',
    summary: 'Withdraws a proposal of your own.',
    args: numberArgument,
    examples: ['12'],
    act: withdrawProposal,
    answer: ({ number }) => `Proposal ${number} is withdrawn.`,
  }),
]

export const fourEyesCommand = defineCommand({
  name: 'four-eyes off',
  summary: 'Lets one person do what needs two. Every page of the console and an alert tell it.',
  description:
    'Say FOUR_EYES=off in the settings first: the next start with FOUR_EYES=on switches them on again.',
  examples: ['--emergency "One of our two people is ill" --yes'],
  secondPerson: 'emergency',
  act: endFourEyes,
  question: () => 'Let one person do what needs two?',
  answer: ({ changed }) => `Four eyes are off${changed ? '' : ' already'}.`,
})

export const jobCommand: Command = {
  name: 'jobs run',
  summary: 'Runs the jobs that wait, one after the other: approved erasures and imports.',
  description: `The console runs imports itself; an approved erasure waits for this command, since the console's role may not erase.
Start it each night. Each piece of a job has its row in the audit trail, under the name of whoever has proposed it.`,
  examples: ['', '--json'],
  async run(_told, operator) {
    const options = await operator.openForActs()
    if (options.fourEyes) await switchFourEyesOn(options.runner)
    const kinds: string[] = []
    for (let job; (job = await runNextJob({ ...options, kinds: allJobKinds }));) kinds.push(job.kind)
    await operator.answer(kinds.length > 0 ? `Jobs run: ${kinds.join(', ')}.` : 'No job waits.', {
      run: kinds,
    })
  },
}
