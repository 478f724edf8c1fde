import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import { endSessions, listSessions } from '../../acts/agents/sessions.ts'
import { about, addGroup, countUpTo, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { withSecondPerson } from '../second-person.ts'
import { table } from '../table.ts'

export function addSessionCommands(
  program: CommandUnknownOpts,
  { perform, answer, confirm }: Operator,
): void {
  const group = addGroup(program, 'sessions', 'Sessions')

  group
    .command('list')
    .summary('Lists who is signed in, the newest first.')
    .argument('[MOBILE]', about.mobile)
    .option('--limit <N>', about.limit, countUpTo(10_000), 100)
    .addHelpText('after', examples('', '9876543210'))
    .action(async (mobile, { limit }) => {
      const sessions = await perform(listSessions, { agent: mobile, limit })
      const rows = sessions.map(one => [one.id, one.mobile, one.openedOn, one.lastSeenOn, one.expiresOn])
      await answer(table(['Session', 'Mobile', 'Opened', 'Last seen', 'Ends'], rows), { sessions })
    })

  withSecondPerson(group.command('end'))
    .summary('Ends the sessions of an agent at once.')
    .argument('<MOBILE>', about.mobile)
    .option('--session <SESSION>', 'only this one, as sessions list names it')
    .addHelpText('after', examples('9876543210 --yes', '9876543210 --session 0f3a91c2be77'))
    .action(async (mobile, { session }) => {
      const which = session === undefined ? 'all sessions' : `the session ${session}`
      await confirm(`End ${which} of ${mobile}?`)
      const { sessionsEnded: ended } = await perform(endSessions, { agent: mobile, session })
      await answer(`Sessions of ${mobile} ended: ${ended}.`, { mobile, ended })
    })
}
