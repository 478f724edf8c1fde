import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { Complaint, exitWith } from '../../scripts/complaint.ts'
import { findEngine } from './production/engine.mjs'
import { createReport } from './production/report.mjs'
import { prepare } from './production/set-up.mjs'
import { backUpAndRestore } from './production/walks/back-up-and-restore.mjs'
import { databaseAway } from './production/walks/database-away.mjs'
import { firstStart } from './production/walks/first-start.mjs'
import { logInAndKyc } from './production/walks/log-in-and-kyc.mjs'
import { operatorNamed } from './production/walks/operator-named.mjs'
import { rollingRestart } from './production/walks/rolling-restart.mjs'
import { upgradeAndBack } from './production/walks/upgrade-and-back.mjs'

/** The walks in their order. The first start always runs, since all others need it. */
const walks = {
  kyc: logInAndKyc,
  operator: operatorNamed,
  restart: rollingRestart,
  'database-away': databaseAway,
  'back-up': backUpAndRestore,
  upgrade: upgradeAndBack,
}

process.exit(await main().catch(exitWith))

/** Follows docs/operations.md on a real container engine, with compose.yaml unchanged and the page's own commands. */
async function main() {
  const { only, keep } = readArguments()
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-drill-'))
  const report = createReport()
  const asked = new Promise(resolve => process.once('SIGINT', resolve).once('SIGTERM', resolve))
  let setUp
  let stage
  try {
    const engine = await findEngine(folder)
    setUp = await prepare({ engine, folder })
    report.say(`${engine.name}; work folder ${folder}`)
    const walked = (async () => {
      stage = await firstStart(setUp, report)
      for (const name of only) await report.walk(name, () => walks[name](setUp, report, stage))
      return report.close()
    })()
    return await Promise.race([walked, asked.then(() => 1)])
  } finally {
    await Promise.all((stage?.callers ?? []).map(caller => caller.close()))
    if (!keep) {
      await setUp?.run('docker compose --profile admin down --volumes --timeout 5', { mayFail: true })
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function readArguments() {
  const all = Object.keys(walks)
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' }, keep: { type: 'boolean' } } })
    const only = values.only?.split(',') ?? all
    if (only.every(name => all.includes(name))) return { only, keep: values.keep }
  } catch {
    // The usage below covers this and unknown walks.
  }
  throw new Complaint(`Usage: npm run drill:production -- --only=${all.join(',')} --keep`)
}
