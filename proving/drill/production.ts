import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { Complaint, exitWith } from '../../scripts/complaint.ts'
import { findEngine } from './production/engine.ts'
import { createReport, type Report } from './production/report.ts'
import { prepare, type SetUp } from './production/set-up.ts'
import { backUpAndRestore } from './production/walks/back-up-and-restore.ts'
import { doctorNames } from './production/walks/doctor-names.ts'
import { databaseAway } from './production/walks/database-away.ts'
import { firstStart, type Stage } from './production/walks/first-start.ts'
import { logInAndKyc } from './production/walks/log-in-and-kyc.ts'
import { keysInModule } from './production/walks/keys-in-module.ts'
import { operatorNamed } from './production/walks/operator-named.ts'
import { rollingRestart } from './production/walks/rolling-restart.ts'
import { upgradeAndBack } from './production/walks/upgrade-and-back.ts'
import { watched } from './production/walks/watched.ts'

/** The walks in their order. The first start always runs, since all others need it. */
const walks: Record<string, (setUp: SetUp, report: Report, stage: Stage) => Promise<void>> = {
  doctor: doctorNames,
  kyc: logInAndKyc,
  operator: operatorNamed,
  restart: rollingRestart,
  'database-away': databaseAway,
  'back-up': backUpAndRestore,
  upgrade: upgradeAndBack,
  watch: watched,
  module: keysInModule,
}

process.exit(await main().catch(exitWith))

/** Follows docs/operations.md on a real container engine, with compose.yaml unchanged and the page's own commands. */
async function main(): Promise<number> {
  const { only, keep } = readArguments()
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-drill-'))
  const report = createReport()
  const interruption = new Promise(resolve => process.once('SIGINT', resolve).once('SIGTERM', resolve))
  let setUp: SetUp | undefined
  let stage: Stage | undefined
  try {
    const engine = await findEngine(folder)
    const prepared = await prepare({ engine, folder })
    setUp = prepared
    report.say(`${engine.name}; work folder ${folder}`)
    const walked = (async () => {
      const started = await firstStart(prepared, report)
      stage = started
      for (const name of only) await report.walk(name, async () => walks[name]?.(prepared, report, started))
      return report.close()
    })()
    return await Promise.race([walked, interruption.then(() => 1)])
  } finally {
    await Promise.all((stage?.callers ?? []).map(caller => caller.close()))
    if (!keep) {
      await setUp?.run('docker compose --profile admin down --volumes --timeout 5', { mayFail: true })
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
  throw new Complaint(`Usage: npm run drill:production -- --only=${all.join(',')} --keep`)
}
