import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import { everyJob, runNextJob } from '../../acts/jobs.ts'
import { switchFourEyesOn } from '../../database/staff/four-eyes.ts'
import { addGroup, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'

export function addJobCommands(program: CommandUnknownOpts, operator: Operator): void {
  const group = addGroup(program, 'jobs', 'Work that the console hands over')

  group
    .command('run')
    .summary('Runs the jobs that wait, one after the other: approved erasures and imports.')
    .description(
      `The console runs imports itself; an approved erasure waits for this command, since the console's role may not erase.
Start it each night. Each piece of a job has its row in the audit trail, under the name of whoever has proposed it.`,
    )
    .addHelpText('after', examples('', '--json'))
    .action(async () => {
      const { runner, seals, now, fourEyes } = await operator.open()
      if (fourEyes) await switchFourEyesOn(runner)
      const kinds: string[] = []
      const means = operator.meansBy(seals)
      for (let job; (job = await runNextJob({ runner, seals, means, now, kinds: everyJob }));)
        kinds.push(job.kind)
      await operator.answer(kinds.length > 0 ? `Jobs run: ${kinds.join(', ')}.` : 'No job waits.', {
        run: kinds,
      })
    })
}
