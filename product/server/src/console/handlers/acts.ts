import { hash } from 'node:crypto'

import { rights, type ActName, type Right } from '@ekyc/contract/console/acts'
import type { AnswerOf } from '@ekyc/contract/console/shapes'

import type { Act, AuditEntry } from '../../acts/act.ts'
import { acts } from '../../acts/acts.ts'
import { answerOnce, type KeepAnswer } from '../../acts/idempotency.ts'
import { permissionToAct } from '../../acts/perform.ts'
import { proposeAct } from '../../acts/proposals.ts'
import type { Permission } from '../../domain/staff/permissions.ts'
import { ConsoleRefused } from '../refusals.ts'
import type { ConsoleContext, ConsoleHandlers, StaffCaller } from '../handler-types.ts'

type ActAnswer = AnswerOf<'doAct'>

/** The answer never contains the result of the act. */
export function actHandlers(ctx: ConsoleContext) {
  return {
    async doAct({ name, input, reason = '', proof }, caller) {
      const act = knownAct(name)
      const permission = await permissionFor(ctx, caller, act, input)
      return runOnce<ActAnswer>(ctx, caller, { act, permission, input, reason, proof }, async keeping => {
        if (permission === 'propose')
          return caller.audited('proposal.make', action =>
            keeping(action, async () => ({
              proposal: await proposeAct({ ...action, ...ctx.dependencies }, act, input, reason),
            })),
          )
        const { asksWhy }: Right = rights[name]
        const why = reason.trim()
        if (permission === 'do' && asksWhy && why === '')
          throw new ConsoleRefused('bad_input', { fields: ['reason'] })
        const saying = (row: AuditEntry) => (asksWhy ? { ...row, subject: `${row.subject}: ${why}` } : row)
        const kept: Act<unknown, ActAnswer> = {
          ...act,
          run: (action, told) =>
            keeping(action, async () => {
              await act.run({ ...action, addRow: (of, row) => action.addRow(of, saying(row)) }, told)
              action.row.subject = saying(action.row).subject
              return { done: true, changed: action.row.unchanged !== true }
            }),
        }
        return caller.perform(kept, input)
      })
    },

    async planAct({ name, input }, caller) {
      const act = knownAct(name)
      const permission = await permissionFor(ctx, caller, act, input)
      return { reach: act.size?.(input) ?? 1, permission, needsProof: needsProof(act.name) }
    },
  } satisfies Partial<ConsoleHandlers>
}

export async function performOnce<In, Out extends object>(
  ctx: ConsoleContext,
  caller: StaffCaller,
  act: Act<In, Out>,
  input: In,
  proof?: string,
): Promise<Out> {
  const permission = await permissionFor(ctx, caller, act, input)
  return runOnce(ctx, caller, { act, permission, input, proof }, keeping =>
    caller.perform({ ...act, run: (action, told) => keeping(action, () => act.run(action, told)) }, input),
  )
}

async function runOnce<Answer extends object>(
  { runner, proofs }: ConsoleContext,
  { staff, idempotencyKey: key }: StaffCaller,
  asked: {
    act: { name: ActName }
    permission: Permission
    input: unknown
    reason?: string
    proof?: string | undefined
  },
  work: (keeping: KeepAnswer<Answer>) => Promise<Answer>,
): Promise<Answer> {
  const { act, permission, input, reason = '', proof } = asked
  if (key === undefined) throw new ConsoleRefused('bad_input', { fields: ['Idempotency-Key'] })
  const contentHash = hash('sha256', JSON.stringify([act.name, input, reason]), 'buffer')
  return answerOnce(runner, { staffId: staff.id, key, contentHash }, async keeping => {
    if (permission !== 'nothing' && needsProof(act.name)) {
      const isProven = await proofs.use(proof, { staffId: staff.id, act: act.name, input })
      if (!isProven) throw new ConsoleRefused('proof_needed')
    }
    return work(keeping)
  })
}

/** Refuses an act that has a call of its own. */
function knownAct(name: ActName): Act<unknown, unknown> {
  const act = acts[name]
  if (!act) throw new ConsoleRefused('bad_input', { fields: ['name'] })
  return act
}

async function permissionFor<In>(
  { runner, dependencies, now, fourEyes }: ConsoleContext,
  { staff }: StaffCaller,
  act: Act<In, unknown>,
  input: In,
): Promise<Permission> {
  if (!act.input.is(input)) throw new ConsoleRefused('bad_input', { fields: ['input'] })
  const maker = { kind: 'staff' as const, ...staff }
  const right = await runner.inTransaction(db =>
    permissionToAct({ ...dependencies, db, at: now(), maker }, act, input),
  )
  return right === 'propose' && !(await fourEyes()) ? 'do' : right
}

function needsProof(name: ActName): boolean {
  const right: Right = rights[name]
  return right.freshProof === true
}
