import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { Complaint, exitWith } from '../../scripts/complaint.ts'
import { takeAway } from './high-availability/machines.ts'
import { startSite, type Stage } from './high-availability/stage.ts'
import { killEachPart } from './high-availability/walks/kill-each-part.ts'
import { nextMajor } from './high-availability/walks/next-major.ts'
import { restoreToAMoment } from './high-availability/walks/restore-to-a-moment.ts'
import { secondSite } from './high-availability/walks/second-site.ts'
import { findEngine } from './production/engine.ts'
import { createReport, type Report } from './production/report.ts'
import { prepare, type SetUp } from './production/set-up.ts'

/** The walks in their order. The last one ends the first site. */
const walks: Record<string, (setUp: SetUp, report: Report, stage: Stage) => Promise<void>> = {
  kills: killEachPart,
  restore: restoreToAMoment,
  'next-major': nextMajor,
  'second-site': secondSite,
}

// Agents open far more orders than people do.
process.env.DRILL_SETTINGS ??= JSON.stringify({ POLICY: '{"referenceChecksPerHour":1000000}' })
process.exit(await main().catch(exitWith))

/** Follows docs/high-availability.md with four machines, each a network of its own on a real container engine. */
async function main(): Promise<number> {
  const { only, keep } = readArguments()
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-drill-ha-'))
  const report = createReport()
  const interruption = new Promise(resolve => process.once('SIGINT', resolve).once('SIGTERM', resolve))
  let setUp: SetUp | undefined
  let stage: Stage | undefined
  try {
    const prepared = await prepare({ engine: await findEngine(folder), folder })
    setUp = prepared
    report.say(`${prepared.engine.name}; work folder ${folder}`)
    const walked = (async () => {
      const started = await startSite(prepared, report)
      stage = started
      for (const name of only) await report.walk(name, async () => walks[name]?.(prepared, report, started))
      return report.close()
    })()
    return await Promise.race([walked, interruption.then(() => 1)])
  } finally {
    if (!keep) {
      await Promise.all((stage?.callers ?? []).map(caller => caller.close()))
      if (setUp) await takeAway(setUp)
      await setUp?.run('docker compose down --volumes --timeout 5', { mayFail: true })
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function readArguments(): { only: string[]; keep: boolean } {
  const all = Object.keys(walks)
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' }, keep: { type: 'boolean' } } })
    const only = values.only?.split(',') ?? all
    if (only.every(name => all.includes(name))) return { only, keep: values.keep ?? false }
  } catch {
    // The usage below covers this error and unknown walks.
  }
  throw new Complaint(`Usage: npm run drill:high-availability -- --only=${all.join(',')} --keep`)
}
