import { findTouched, listEmergencies as readEmergencies } from '../../database/staff/proposals.ts'
import { act, inputOf } from '../act.ts'
import { touched } from '../draft.ts'
import { nameOf } from '../proposals.ts'

/** Lists the latest acts that ran without the required second person. */
export const listEmergencies = act({
  name: 'emergency.list',
  input: inputOf({}),
  async run({ db, row }) {
    const emergencies = await readEmergencies(db)
    row.subject = `${emergencies.length} emergencies`
    const agents = await touched(
      findTouched,
      db,
      emergencies.flatMap(({ about }) => about ?? []),
    )
    const rows = new Map(agents.map(agent => [agent.id, agent]))
    return emergencies.map(one => ({
      ...one,
      agent: one.about === null ? undefined : nameOf(one.about, rows),
    }))
  },
})
