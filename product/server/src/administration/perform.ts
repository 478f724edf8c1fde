import { rights, type ActName, type Right, type StaffRole } from '@ekyc/contract/console/acts'

import { CommandRefused } from '../domain/command-refused.ts'
import { permit, type Maker, type Permission } from '../domain/permit.ts'
import { insertEmergency } from '../database/proposals.ts'
import type { Act, Action, Audited, Means, PlannedAct } from './act.ts'

/** The only way to an act, for every door. */
export type Perform = {
  /** @throws CommandRefused, whose audit row stays */
  perform<In, Out>(act: Act<In, Out>, input: In): Promise<Out>
  /**
   * Tells what the act would do, by the code that does it.
   * @throws CommandRefused
   */
  preview<In, Plan>(act: PlannedAct<In, unknown, Plan>, input: In): Promise<Plan>
}

/** Reports that the maker may not do this, or not alone; its message names the roles that may. */
export class NotPermitted extends CommandRefused {
  readonly roles: readonly StaffRole[]
  constructor(name: ActName, permission: Permission) {
    const { does, secondPerson }: Right = rights[name]
    const roles = [...new Set([...does, ...(secondPerson?.proposes ?? [])])]
    super(permission === 'propose' ? `${name} needs a second person.` : `${name} is for ${roles.join(', ')}.`)
    this.roles = roles
  }
}

/** Reports an input that is none of this act: a mistake of the door. */
export class UnfitInput extends Error {
  override name = 'UnfitInput'
}

/**
 * @param options.fourEyes false where the bank has switched the second person off
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
    perform: (act, input) =>
      recorded(act.name, act, input, ['do'], async action => {
        const result = await act.run({ ...action, ...means }, input)
        if (emergency !== undefined) await ring(action, act.name, emergency)
        return result
      }),
    preview: (act, input) =>
      recorded(act.previewName, act, input, ['do', 'propose'], action => act.plan(action, input)),
  }

  async function recorded<In, Out>(
    name: string,
    act: Act<In, unknown>,
    input: In,
    needed: Permission[],
    work: (action: Action) => Promise<Out>,
  ): Promise<Out> {
    if (!act.input.is(input)) throw new UnfitInput(`This is no input of ${act.name}.`)
    return audited(name, async action => {
      const permission = permit(maker, act.name, act.size?.(input) ?? 1, fourEyes && emergency === undefined)
      if (needed.includes(permission)) return work(action)
      action.row.subject = 'not permitted'
      throw new NotPermitted(act.name, permission)
    })
  }
}

/** Leaves the emergency that every page of the console shows, and that the alerts tell, until two people acknowledge it. */
async function ring({ db, row, maker }: Action, name: ActName, reason: string): Promise<void> {
  const { number } = await insertEmergency.one(db, {
    act: name,
    touched: row.agentId,
    actor: maker.name,
    reason,
  })
  row.subject += ` (emergency ${number}: ${reason})`
}
