import type { ActName } from '@ekyc/contract/console/acts'

import {
  insertEmergency,
  listEmergencies as readEmergencies,
  switchFourEyesOff,
} from '../database/staff/proposals.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { defineAct, actInput, type ActContext } from './act.ts'
import { agentAbout } from './preview.ts'

/** An operator does it in an emergency; the console's role may not. */
export const endFourEyes = defineAct({
  name: 'four-eyes.off',
  input: actInput({}),
  preview() {
    return Promise.reject(new CommandRefused('Only an operator switches four eyes off, with --emergency.'))
  },
  async run({ db, row }) {
    row.subject = 'off'
    const changed = (await switchFourEyesOff(db)).length > 0
    row.unchanged = !changed
    return { changed }
  },
})

export const listEmergencies = defineAct({
  name: 'emergency.list',
  input: actInput({}),
  async run({ db, row }) {
    const emergencies = await readEmergencies(db)
    row.subject = `${emergencies.length} emergencies`
    return emergencies.map(({ agentName, agentMobile, ...one }) => ({
      ...one,
      agent: agentAbout({ ...one, agentName, agentMobile }),
    }))
  },
})

/** An emergency is an act without the second person that it needs. An alert fires for a day, and the console lists it. */
export async function recordEmergency({ db, row, maker }: ActContext, name: ActName, reason: string) {
  const { number } = await insertEmergency.one(db, {
    act: name,
    touched: row.agentId,
    actor: maker.name,
    reason,
  })
  row.subject += ` (emergency ${number}: ${reason})`
}
