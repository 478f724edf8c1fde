import { decideException, listExceptions } from '../../acts/kyc/kyc-exceptions.ts'
import { defineCommand, limitOption, type Command } from '../define-command.ts'

export const exceptionCommands: Command[] = [
  defineCommand({
    name: 'exceptions list',
    summary: 'Lists those about whom a person has to decide; those whose time ends first come first.',
    description: 'Needs OUTBOX_KEY where a customer named a need.',
    options: {
      state: ['--state <WHICH>', 'these', { usual: 'open' }],
      limit: limitOption(50),
    },
    examples: ['', '--state decided --json'],
    act: listExceptions,
    list: 'exceptions',
    columns: {
      'Due by': one => one.dueBy,
      Reference: one => one.reference,
      Reason: one => one.reason,
      Needs: one => one.needs.join(', '),
      Tries: one => one.tries,
      Agent: one => one.agentName,
      Decision: one => one.decision,
      By: one => one.decidedBy,
      Order: one => one.orderId,
    },
  }),
  defineCommand({
    name: 'exceptions decide',
    summary: 'Decides about a customer, once.',
    args: { order: ['<ORDER>', 'as exceptions list names it'] },
    options: { decision: ['--decision <WHICH>', 'the decision'] },
    examples: ['01980f6e-2f5c-7a1e-9d3b-5f2f6c1f0a11 --decision other_way_accepted'],
    act: decideException,
    answer: ({ decision }) => `Decided: ${decision}.`,
  }),
]
