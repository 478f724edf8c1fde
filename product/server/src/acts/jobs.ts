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
import type { SqlRunner } from '../database/link/sql-runner.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { newId } from '../domain/ids.ts'
import {
  createRunAudited,
  ChangedSinceApproval,
  type ActJob,
  type ActDependencies,
  type PieceProgress,
} from './act.ts'
import { importJob } from './imports/import-sheet.ts'
import { eraseAgent } from './agents/agents.ts'
import { beginJobOfProposal } from './proposals.ts'

/** After so long without a piece, another process takes the job over. */
const jobLeaseMs = 30_000

/** The console's process has no right to erase. */
export const consoleJobKinds: JobKind[] = ['import']
export const allJobKinds: JobKind[] = [...consoleJobKinds, 'erase']

const jobs: Record<JobKind, ActJob<unknown>> = { import: importJob, erase: { act: eraseAgent } }

export async function runNextJob(options: {
  runner: SqlRunner
  dependencies: ActDependencies
  now: () => Date
  kinds: JobKind[]
  /** When this signal aborts, the process releases the job after the running piece. */
  stopping?: AbortSignal
}): Promise<StaffJob | undefined> {
  const { runner, dependencies, now, kinds, stopping } = options
  const lease = newId(now())
  const job = await takeJob.first(runner, { lease, leaseMs: jobLeaseMs, kinds: kinds.join() })
  if (!job) return undefined
  const work = jobs[job.kind]
  const { id, kind, proposal, input, approval } = job
  const audited = createRunAudited({ runner, dependencies, maker: job.maker, now })
  try {
    while ((await runPiece(work)) !== 'over')
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

  function runPiece({ act, piece }: ActJob<unknown>): Promise<PieceProgress['end']> {
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
          return 'over'
        }
        if (!act.input.is(input)) throw new CommandRefused(`This is no input of ${act.name}.`)
        let progress: PieceProgress = { done: 1, total: 1, end: 'over' }
        if (piece) progress = await piece(action, input)
        else await act.run(action, input)
        const { done, total, end } = progress
        await saveJobProgress(db, { id, done, total })
        action.progress(done, total)
        if (end === 'over') await endJob(db, { id, lease, state: 'done', problem: null })
        if (end === 'over' && proposal !== null)
          await setProposalState(db, {
            number: proposal,
            state: 'applied',
            result: `${done} of ${total} done.`,
          })
        return end
      } finally {
        row.subject = [row.subject, approval].filter(Boolean).join(', ')
      }
    })
  }
}

class TakenOver extends Error {}
