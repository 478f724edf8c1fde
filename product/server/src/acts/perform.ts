import { rights, type ActName, type Right, type StaffRole } from '@ekyc/contract/console/acts'

import { countChangedAgents, lockActsOfActor } from '../database/audit/audit-list.ts'
import { fourEyesAreOn, fourEyesOffReason } from '../database/staff/proposals.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { dayMs, hourMs } from '../domain/clocks.ts'
import { permissionFor, type Permission } from '../domain/staff/permissions.ts'
import { actorSuffix, createRunAudited, type Act, type ActContext, type AuditOptions } from './act.ts'
import { recordEmergency } from './four-eyes.ts'

/** `roles` are those that may do or propose the act. */
export class NotPermitted extends CommandRefused {
  readonly roles: readonly StaffRole[]
  constructor(name: ActName, permission: Permission) {
    const { does, secondPerson }: Right = rights[name]
    const roles = [...new Set([...does, ...(secondPerson?.proposes ?? [])])]
    super(permission === 'propose' ? `${name} needs a second person.` : `${name} is for ${roles.join(', ')}.`)
    this.roles = roles
  }
}

/** The calling program has an error. */
export class InvalidActInput extends Error {
  override name = 'UnfitInput'
}

export type ActRunner = ReturnType<typeof createActRunner>

export function createActRunner(
  options: AuditOptions & {
    /** The setting of this process, which counts only until the database says since when four eyes are on. */
    fourEyes: boolean
    /** The reason why an operator acts without the second person. */
    emergency?: string | undefined
  },
) {
  const { fourEyes, emergency } = options
  const audited = createRunAudited(options)
  return {
    audited,

    async perform<In, Out>(act: Act<In, Out>, input: In): Promise<Out> {
      if (!act.input.is(input)) throw new InvalidActInput(`This is no input of ${act.name}.`)
      return audited(act.name, async action => {
        const right = await permissionToAct(action, act, input)
        const isAlone =
          right === 'propose' && (emergency !== undefined || !(await fourEyesAreOn(action.db, fourEyes)))
        if (right !== 'do' && !isAlone) {
          action.row.subject = 'not permitted'
          throw new NotPermitted(act.name, right)
        }
        const result = await act.run(action, input)
        if (emergency !== undefined) await recordEmergency(action, act.name, emergency)
        else if (isAlone && action.row.unchanged !== true)
          await recordEmergency(action, act.name, fourEyesOffReason)
        return result
      })
    },
  }
}

/**
 * Counts what the act touches, together with what the same maker did alone before it. Calls of one maker wait for each
 * other, so that several at once do not pass the limit together.
 */
export async function permissionToAct<In>(
  { db, at, maker, policy }: Pick<ActContext, 'db' | 'at' | 'maker' | 'policy'>,
  act: Act<In, unknown>,
  input: In,
): Promise<Permission> {
  if (act.givesRight?.(input) === true) return permissionFor(maker, act.name, Infinity)
  const size = act.size?.(input) ?? 1
  const { sum }: Right = rights[act.name]
  if (!sum) return permissionFor(maker, act.name, size)
  const acts = Object.entries<Right>(rights).flatMap(([name, right]) => (right.sum === sum ? [name] : []))
  const mark = maker.kind === 'staff' ? actorSuffix(maker) : maker.name
  const since = new Date(at.getTime() - (sum === 'day' ? dayMs : hourMs))
  await lockActsOfActor(db, { mark })
  const { n } = await countChangedAgents.one(db, { actorKind: maker.kind, mark, acts, since })
  return permissionFor(maker, act.name, size + n, sum === 'day' ? policy().withdrawalsADay : undefined)
}
