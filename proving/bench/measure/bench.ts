import { rmSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { exitWith } from '../../../scripts/complaint.ts'
import type { Progress } from '../../../scripts/progress.ts'
import { machine } from './machine.ts'
import { report, type Measured } from './report.ts'

export const silently: Progress = (_title, work) => work()

export type Bench = {
  /** The bench's own folder. Other users may enter it, because PostgreSQL does not run as root. */
  folder: string
  /**
   * Stops `started` at the bench's end, before everything that was started earlier.
   * @returns `started`
   */
  stopAtEnd<T extends { stop(): unknown }>(started: T): T
  report(measured: Measured): void
}

/**
 * Runs a bench in its own folder, and afterwards stops everything that the bench has started. SIGINT and SIGTERM end
 * the bench and its programs at once. The folder is removed at the end.
 */
export async function runBench(name: string, work: (bench: Bench) => Promise<void>): Promise<void> {
  // Measures how busy the machine is before the bench itself makes it busy.
  const about = machine()
  const folder = await mkdtemp(join(tmpdir(), `ekyc-bench-${name}-`))
  await chmod(folder, 0o755)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
  process.once('exit', () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  )
  const running: { stop(): unknown }[] = [{ stop: () => rm(folder, { recursive: true, force: true }) }]
  const bench: Bench = {
    folder,
    stopAtEnd: started => {
      running.unshift(started)
      return started
    },
    report: measured => report(name, about, measured),
  }
  await workAndStop().catch(exitWith)

  async function workAndStop() {
    try {
      await work(bench)
    } finally {
      for (const each of running) await each.stop()
    }
  }
}
