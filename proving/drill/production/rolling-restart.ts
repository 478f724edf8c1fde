import { setTimeout as sleep } from 'node:timers/promises'

import { documented } from './documented.ts'
import { beginLoad } from './load.ts'
import type { Report } from './report.ts'
import type { SetUp } from './set-up.ts'
import type { Stage } from './first-start.ts'

const perSecond = 100

/** Replaces both servers, one after the other, while the agents continue to call. */
export async function rollingRestart(setUp: SetUp, report: Report, stage: Stage): Promise<void> {
  const end = beginLoad(stage, perSecond)
  await sleep(3_000)
  for (const command of documented('restart')) {
    report.say(command)
    await setUp.run(command)
  }
  await sleep(5_000)
  const { isAllWell, told } = await end()
  report.check('a rolling restart under 100 POSTs a second: only answers reach a client', isAllWell, told)
}
