import { Type } from 'typebox'

import {
  acknowledgeEmergency as acknowledge,
  findTouched,
  listAcknowledgements,
  listEmergencies as readEmergencies,
} from '../database/proposals.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { act, inputOf } from './act.ts'
import { touched } from './draft.ts'
import { nameOf, personOf } from './proposals.ts'

/** Lists the acts that ran without the required second person, until two people have acknowledged them. */
export const listEmergencies = act({
  name: 'emergency.list',
  input: inputOf({}),
  async run({ db, row }) {
    const emergencies = await readEmergencies(db)
    row.subject = `${emergencies.length} emergencies`
    const numbers = emergencies.map(({ number }) => number)
    const acknowledgements = await listAcknowledgements(db, { numbers })
    const agents = await touched(
      findTouched,
      db,
      emergencies.flatMap(({ about }) => about ?? []),
    )
    const rows = new Map(agents.map(agent => [agent.id, agent]))
    return emergencies.map(one => ({
      ...one,
      agent: one.about === null ? undefined : nameOf(one.about, rows),
      acknowledgedBy: acknowledgements.filter(({ emergency }) => emergency === one.number),
    }))
  },
})

export const acknowledgeEmergency = act({
  name: 'emergency.acknowledge',
  input: inputOf({ number: Type.Integer({ minimum: 1 }) }),
  async run(action, { number }) {
    action.row.subject = `emergency ${number}`
    const staffId = personOf(action)
    const [written] = await acknowledge(action.db, { number, staffId })
    if (!written) throw new CommandRefused('There is no such emergency, or you have acknowledged it.')
    const people = await listAcknowledgements(action.db, { numbers: [number] })
    return { isOver: people.length >= 2 }
  },
})
