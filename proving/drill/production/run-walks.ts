import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { Complaint, exitWith } from '../../../scripts/complaint.ts'
import type { Caller } from './callers.ts'
import { ensureEngine } from './engine.ts'
import { createReport, type Report } from './report.ts'
import { prepare, type SetUp } from './set-up.ts'

type Drill<Stage> = {
  script: string
  walks: Record<string, (setUp: SetUp, report: Report, stage: Stage) => Promise<void>>
  /** The first start, which always runs, because all walks need it. */
  start: (setUp: SetUp, report: Report) => Promise<Stage>
  takeAway: (setUp: SetUp) => Promise<unknown>
}

/** Runs the first start and all walks, or those that --only names, and exits. --keep leaves the containers in place. */
export async function runWalks<Stage extends { callers: Caller[] }>(drill: Drill<Stage>): Promise<void> {
  process.exit(await walk(drill).catch(exitWith))
}

async function walk<Stage extends { callers: Caller[] }>({ script, walks, start, takeAway }: Drill<Stage>) {
  const { only, keep } = readArguments(script, Object.keys(walks))
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-drill-'))
  const report = createReport()
  const interruption = new Promise(resolve => process.once('SIGINT', resolve).once('SIGTERM', resolve))
  let setUp: SetUp | undefined
  let stage: Stage | undefined
  try {
    await ensureEngine()
    const prepared = await prepare(folder)
    setUp = prepared
    report.say(`work folder ${folder}`)
    const walked = (async () => {
      const started = await start(prepared, report)
      stage = started
      for (const name of only) await report.walk(name, async () => walks[name]?.(prepared, report, started))
      return report.close()
    })()
    return await Promise.race([walked, interruption.then(() => 1)])
  } finally {
    await Promise.all((stage?.callers ?? []).map(caller => caller.close()))
    if (!keep) {
      if (setUp) await takeAway(setUp)
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function readArguments(script: string, all: string[]): { only: string[]; keep: boolean } {
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' }, keep: { type: 'boolean' } } })
    const only = values.only?.split(',') ?? all
    if (only.every(name => all.includes(name))) return { only, keep: values.keep ?? false }
  } catch {
    // The usage message below answers both this error and an unknown walk.
  }
  throw new Complaint(`Usage: npm run ${script} -- --only=${all.join(',')} --keep`)
}
