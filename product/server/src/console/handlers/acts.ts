import { hash } from 'node:crypto'

import { rights, type ActName, type Right } from '@ekyc/contract/console/acts'
import type { AnswerOf } from '@ekyc/contract/console/shapes'

import type { Act, ActContext, AuditEntry } from '../../acts/act.ts'
import { acts } from '../../acts/acts.ts'
import { answerOnce } from '../../acts/idempotency.ts'
import { permissionToAct } from '../../acts/perform.ts'
import { proposeAct } from '../../acts/proposals.ts'
import type { Permission } from '../../domain/staff/permissions.ts'
import { ConsoleRefused } from '../refusals.ts'
import type { ConsoleContext, ConsoleHandlers, StaffCaller } from '../handler-types.ts'

/** The answer never contains the result of the act. */
export function actHandlers(ctx: ConsoleContext) {
  return {
    async doAct({ name, input, reason = '', proof }, caller) {
      const act = knownAct(name)
      const { asksWhy }: Right = rights[name]
      const why = reason.trim()
      const saying = (row: AuditEntry) => (asksWhy ? { ...row, subject: `${row.subject}: ${why}` } : row)
      return runOnce<unknown, AnswerOf<'doAct'>>(ctx, caller, act, {
        input,
        reason,
        proof,
        async run(action) {
          if (asksWhy && why === '') throw new ConsoleRefused('bad_input', { fields: ['reason'] })
          await act.run({ ...action, addRow: (of, row) => action.addRow(of, saying(row)) }, input)
          action.row.subject = saying(action.row).subject
          return { done: true, changed: action.row.unchanged !== true }
        },
        propose: async action => ({ proposal: await proposeAct(action, name, input, reason) }),
      })
    },

    async planAct({ name, input }, caller) {
      const act = knownAct(name)
      const permission = await permissionFor(ctx, caller, act, input)
      return { reach: act.size?.(input) ?? 1, permission, needsProof: needsProof(act.name) }
    },
  } satisfies Partial<ConsoleHandlers>
}

export function performOnce<In, Out extends object>(
  ctx: ConsoleContext,
  caller: StaffCaller,
  act: Act<In, Out>,
  input: In,
  proof?: string,
): Promise<Out> {
  return runOnce(ctx, caller, act, { input, proof, run: action => act.run(action, input) })
}

/** @param asked.propose runs instead where the act needs a second person; without it, such an act is refused */
async function runOnce<In, Answer extends object>(
  ctx: ConsoleContext,
  caller: StaffCaller,
  act: Act<In, unknown>,
  asked: {
    input: In
    reason?: string
    proof?: string | undefined
    run: (action: ActContext) => Promise<Answer>
    propose?: (action: ActContext) => Promise<Answer>
  },
): Promise<Answer> {
  const { input, reason = '', proof, run, propose } = asked
  const { staff, idempotencyKey: key } = caller
  const permission = await permissionFor(ctx, caller, act, input)
  if (key === undefined) throw new ConsoleRefused('bad_input', { fields: ['Idempotency-Key'] })
  const contentHash = hash('sha256', JSON.stringify([act.name, input, reason]), 'buffer')
  return answerOnce(ctx.runner, { staffId: staff.id, key, contentHash }, async keeping => {
    if (permission !== 'nothing' && needsProof(act.name)) {
      const isProven = await ctx.proofs.use(proof, { staffId: staff.id, act: act.name, input })
      if (!isProven) throw new ConsoleRefused('proof_needed')
    }
    if (permission === 'propose' && propose)
      return caller.audited('proposal.make', action => keeping(action, () => propose(action)))
    return caller.perform({ ...act, run: action => keeping(action, () => run(action)) }, input)
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
