import { hash } from 'node:crypto'

import { rights, type ActName, type Right } from '@ekyc/contract/console/acts'

import type { Act } from '../../administration/act.ts'
import { answerOnce, KeyUsed } from '../../administration/act-answers.ts'
import { acts } from '../../administration/acts.ts'
import type { Runner } from '../../database/runner.ts'
import { permit, type Permission } from '../../domain/permit.ts'
import { ConsoleRefused } from '../answers.ts'
import type { ConsoleHandlers, FourEyes, Proofs, StaffCaller } from '../handlers.ts'

/** Does any act of the table, or makes it a proposal. What an act finds out is never in the answer. */
export function actHandlers(options: {
  runner: Runner
  fourEyes: FourEyes | undefined
  proofs: Proofs | undefined
}): Pick<ConsoleHandlers, 'doAct' | 'planAct'> {
  const { runner, fourEyes, proofs } = options
  return {
    async doAct({ name, input, reason = '', proof }, caller) {
      const { staff, idempotencyKey: key } = caller
      if (key === undefined) throw new ConsoleRefused('bad_input', { fields: ['Idempotency-Key'] })
      const { act, permission } = askedBy(caller, name, input)
      const contentHash = hash('sha256', JSON.stringify([name, input, reason]), 'buffer')
      return answerOnce(runner, { staffId: staff.id, key, contentHash }, async keeping => {
        if (permission !== 'nothing' && needsProof(act.name)) {
          const isProven = await proofs?.use(proof, { staffId: staff.id, act: act.name, input })
          if (isProven !== true) throw new ConsoleRefused('proof_needed')
        }
        if (permission === 'propose' && fourEyes)
          return caller.audited('proposal.make', action =>
            keeping(action, async () => ({
              proposal: await fourEyes.propose(action, staff, { name: act.name, act, input, reason }),
            })),
          )
        const kept: Act<unknown, { done: true; changed: boolean }> = {
          ...act,
          run: (action, told) =>
            keeping(action, async () => {
              await act.run(action, told)
              return { done: true, changed: action.row.unchanged !== true }
            }),
        }
        return caller.perform(kept, input)
      }).catch((error: unknown) => {
        throw error instanceof KeyUsed ? new ConsoleRefused('key_used') : error
      })
    },

    async planAct({ name, input }, caller) {
      const { act, permission } = askedBy(caller, name, input)
      return { reach: act.size?.(input) ?? 1, permission, needsProof: needsProof(act.name) }
    },
  }
}

function askedBy(
  { staff }: StaffCaller,
  name: ActName,
  input: unknown,
): { act: Act<unknown, unknown>; permission: Permission } {
  const act = acts[name]
  if (!act.input.is(input)) throw new ConsoleRefused('bad_input', { fields: ['input'] })
  return { act, permission: permit({ kind: 'staff', ...staff }, act.name, act.size?.(input) ?? 1) }
}

function needsProof(name: ActName): boolean {
  const right: Right = rights[name]
  return right.freshProof === true
}
