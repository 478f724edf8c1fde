import { setTimeout as sleep } from 'node:timers/promises'

import { documented } from '../documented.mjs'
import { beginLoad } from '../load.mjs'

const perSecond = 100

/** Replaces both servers, one after the other, while the agents continue. */
export async function rollingRestart(setUp, report, stage) {
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
