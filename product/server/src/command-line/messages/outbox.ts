import { messageStates } from '@ekyc/contract/console/message-states'

import { listMessages, retryMessages, sendTestEvent } from '../../acts/messages/outbox.ts'
import { defineCommand, limitOption, type Command, type CommandOption } from '../define-command.ts'
import type { TableColumns } from '../text-table.ts'
import { UsageError } from '../program.ts'

const kind: CommandOption = ['--kind <WHICH>', 'only these']
const limit = limitOption(50)
const messageColumns: TableColumns<Awaited<ReturnType<typeof listMessages.run>>[number]> = {
  Written: one => one.createdOn,
  Kind: one => one.kind,
  Agent: one => one.mobile,
  State: one => one.state,
  Tries: one => one.attempts,
  'Next try': one => one.nextAttemptOn,
  'Last error': one => one.lastError,
  Message: one => one.id,
}

export const outboxCommands: Command[] = [
  defineCommand({
    name: 'outbox list',
    summary: 'Lists messages that have not left, never their text; the newest first.',
    options: {
      state: ['--state <WHICH>', 'these instead', { choices: ['all', ...messageStates] }],
      kind,
      limit,
    },
    examples: ['', '--state all --json'],
    act: listMessages,
    input: ({ state, ...told }: { state?: string }) => ({
      ...told,
      states: messageStates.filter(one =>
        state === undefined ? one !== 'delivered' : state === 'all' || state === one,
      ),
    }),
    list: 'messages',
    columns: messageColumns,
  }),
  defineCommand({
    name: 'outbox dead',
    summary: 'Lists the dead letters: messages that were given up.',
    options: { kind, limit },
    examples: ['', '--kind kyc-result --json'],
    act: listMessages,
    input: told => ({ ...told, states: ['dead'] }),
    list: 'messages',
    columns: messageColumns,
  }),
  defineCommand({
    name: 'outbox retry',
    summary: 'Sends a waiting message now instead of after its wait.',
    description:
      'The server sends it. A dead letter cannot be sent again: its time is over, and its text erased.',
    args: { id: ['[MESSAGE]', 'as outbox list names it'] },
    options: { all: ['--all', 'all that wait'] },
    examples: ['--all'],
    act: retryMessages,
    input({ id, all = false }: { id?: string; all?: boolean }) {
      if (all === (id !== undefined))
        throw new UsageError('Name one message, or --all of them.', 'outbox retry')
      return { id }
    },
    answer: due => ({ text: `Messages that are sent now: ${due}.`, data: { due } }),
  }),
  defineCommand({
    name: 'outbox test-event',
    summary: 'Sends a test event to the bank, signed and tried again as a result is, with nobody in it.',
    description:
      'The server sends it, for an hour at most. outbox list tells what became of it. Needs OUTBOX_KEY.',
    examples: ['', '--json'],
    act: sendTestEvent,
    answer: id => ({ text: `The test event ${id} is on its way.`, data: { id } }),
  }),
]
