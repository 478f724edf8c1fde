import {
  endJob,
  renewJobLease,
  releaseJob,
  takeJob,
  saveJobProgress,
  type StaffJob,
  type JobKind,
} from '../database/staff/jobs.ts'
import { fourEyesAreOn, setProposalState } from '../database/staff/proposals.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { newId } from '../domain/ids.ts'
import { createRunAudited, ChangedSinceApproval, type Act, type AuditOptions } from './act.ts'
import { applyImport } from './imports/import-sheet.ts'
import { eraseAgent } from './agents/agents.ts'
import { beginJobOfProposal } from './proposals.ts'

/** After so long without a piece, another process takes the job over. */
const jobLeaseMs = 30_000

/** The console's process has no right to erase. */
export const consoleJobKinds: JobKind[] = ['import']
export const allJobKinds: JobKind[] = [...consoleJobKinds, 'erase']

const acts: Record<JobKind, Act<unknown, unknown>> = { import: applyImport, erase: eraseAgent }

export async function runNextJob(
  options: Omit<AuditOptions, 'maker'> & {
    kinds: JobKind[]
    /** When this signal aborts, the process releases the job after the running piece. */
    stopping?: AbortSignal
  },
): Promise<StaffJob | undefined> {
  const { runner, kinds, stopping } = options
  const lease = newId(options.now())
  const job = await takeJob.first(runner, { lease, leaseMs: jobLeaseMs, kinds })
  if (!job) return undefined
  const act = acts[job.kind]
  const { id, kind, proposal, input, approval } = job
  const audited = createRunAudited({ ...options, maker: job.maker })
  try {
    while (!(await runPiece()))
      if (stopping?.aborted === true) {
        await releaseJob(runner, { id, lease })
        break
      }
  } catch (error) {
    if (error instanceof TakenOver) return job
    if (!(error instanceof CommandRefused)) {
      await releaseJob(runner, { id, lease }).catch(() => {})
      throw error
    }
    await runner.inTransaction(async db => {
      const [ended] = await endJob(db, { id, lease, state: 'failed', problem: error.message })
      if (!ended || proposal === null) return
      const state = error instanceof ChangedSinceApproval ? 'conflicted' : 'failed'
      await setProposalState(db, { number: proposal, state, result: error.message })
    })
  }
  return job

  /** Returns true if the job is over. */
  function runPiece(): Promise<boolean> {
    return audited(act.name, async action => {
      const { db, row } = action
      if (!(await renewJobLease.first(db, { id, lease, leaseMs: jobLeaseMs }))) throw new TakenOver()
      try {
        // Only an import may run without a second person, where four eyes are off.
        if (proposal === null && (kind === 'erase' || (await fourEyesAreOn(db, false))))
          throw new CommandRefused(`${act.name} needs a second person.`)
        if (proposal !== null && !(await beginJobOfProposal(action, proposal, { act: act.name, input }))) {
          await endJob(db, {
            id,
            lease,
            state: 'failed',
            problem: 'Its proposal is over, or says something else.',
          })
          return true
        }
        if (!act.input.is(input)) throw new CommandRefused(`This is no input of ${act.name}.`)
        let progress = { done: 1, total: 1, isOver: true }
        if (act.runPiece) progress = await act.runPiece(action, input)
        else await act.run(action, input)
        const { done, total, isOver } = progress
        await saveJobProgress(db, { id, done, total })
        action.progress(done, total)
        if (isOver) await endJob(db, { id, lease, state: 'done', problem: null })
        if (isOver && proposal !== null)
          await setProposalState(db, {
            number: proposal,
            state: 'applied',
            result: `${done} of ${total} done.`,
          })
        return isOver
      } finally {
        row.subject = [row.subject, approval].filter(Boolean).join(', ')
      }
    })
  }
}

class TakenOver extends Error {}
