import { rights, type ActName, type Right, type StaffRole } from '@ekyc/contract/console/acts'

import { CommandRefused } from '../domain/command-refused.ts'
import { permit, type Maker, type Permission } from '../domain/staff/permit.ts'
import { fourEyesAreOn } from '../database/staff/four-eyes.ts'
import { fourEyesOff, insertEmergency } from '../database/staff/proposals.ts'
import type { Act, Action, Audited, Means } from './act.ts'
import { reachOf } from './reach.ts'

/** The function that runs an act and writes its audit row. The console and the command line run acts only by it. */
export type Perform = {
  /** Throws CommandRefused after the row of the refusal is written. */
  perform<In, Out>(act: Act<In, Out>, input: In): Promise<Out>
}

/** Reports that the maker may not do the act alone, or not at all. `roles` are those that may do or propose the act. */
export class NotPermitted extends CommandRefused {
  readonly roles: readonly StaffRole[]
  constructor(name: ActName, permission: Permission) {
    const { does, secondPerson }: Right = rights[name]
    const roles = [...new Set([...does, ...(secondPerson?.proposes ?? [])])]
    super(permission === 'propose' ? `${name} needs a second person.` : `${name} is for ${roles.join(', ')}.`)
    this.roles = roles
  }
}

/** Reports an input that does not fit the act. The calling program has an error. */
export class UnfitInput extends Error {
  override name = 'UnfitInput'
}

/**
 * Creates the `Perform` of one maker.
 * @param options.fourEyes the setting of this process, which counts only until the database says since when they are on
 * @param options.emergency the reason why an operator acts without the second person
 */
export function createPerform(options: {
  audited: Audited
  maker: Maker
  means: Means
  fourEyes: boolean
  emergency?: string | undefined
}): Perform {
  const { audited, maker, means, fourEyes, emergency } = options
  return {
    async perform(act, input) {
      if (!act.input.is(input)) throw new UnfitInput(`This is no input of ${act.name}.`)
      return audited(act.name, async action => {
        const acting = { ...action, ...means }
        const { size, atMost } = await reachOf(acting, act, input)
        const right = permit(maker, act.name, size, atMost)
        const isAlone =
          right === 'propose' && (emergency !== undefined || !(await fourEyesAreOn(action.db, fourEyes)))
        if (right !== 'do' && !isAlone) {
          action.row.subject = 'not permitted'
          throw new NotPermitted(act.name, right)
        }
        const result = await act.run(acting, input)
        if (emergency !== undefined) await ring(action, act.name, emergency)
        else if (isAlone && action.row.unchanged !== true) await ring(action, act.name, fourEyesOff)
        return result
      })
    },
  }
}

/**
 * Records an emergency: an act without the second person that it needs. An alert fires for a day, and the console lists
 * the emergency.
 */
async function ring({ db, row, maker }: Action, name: ActName, reason: string): Promise<void> {
  const { number } = await insertEmergency.one(db, {
    act: name,
    touched: row.agentId,
    actor: maker.name,
    reason,
  })
  row.subject += ` (emergency ${number}: ${reason})`
}
