import { rmSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { exitWith } from '../../scripts/complaint.ts'

export type Bench = {
  /** What the bench leaves behind is here; others may enter it, since PostgreSQL does not run as root. */
  folder: string
  /** Stops this at the bench's end, before all that was started earlier. @returns the same */
  stopAtEnd<T extends { stop(): unknown }>(started: T): T
}

/**
 * Runs a bench in a folder of its own, and stops what it has started. A bench that is told to end does so at once; what
 * it has started ends with it, and then the folder goes.
 */
export async function runBench(name: string, work: (bench: Bench) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `ekyc-bench-${name}-`))
  await chmod(folder, 0o755)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
  process.once('exit', () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  )

  await runAndStop(folder, work).catch(exitWith)
}

async function runAndStop(folder: string, work: (bench: Bench) => Promise<void>) {
  const running: { stop(): unknown }[] = [{ stop: () => rm(folder, { recursive: true, force: true }) }]
  try {
    await work({
      folder,
      stopAtEnd: started => {
        running.unshift(started)
        return started
      },
    })
  } finally {
    for (const each of running) await each.stop()
  }
}
