import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Complaint, exitWith } from '../../scripts/complaint.ts'
import { readOnly } from '../../scripts/only.ts'
import { createReport } from './production/report.ts'
import { prepare, sh, type SetUp } from './production/set-up.ts'
import { backUpAndRestore, firstStart, logInAndKyc, rollingRestart, type Stage } from './production/walks.ts'

const walks = { kyc: logInAndKyc, restart: rollingRestart, 'back-up': backUpAndRestore }
const names = Object.keys(walks) as (keyof typeof walks)[]

process.exit(await drill().catch(exitWith))

/**
 * Follows docs/operations.md on a real container engine, with that page's commands and an unchanged compose.yaml: the
 * first start, and then all walks, or those that --only names. The word keep leaves the containers in place.
 */
async function drill(): Promise<number> {
  const usage = `Usage: npm run drill -- production --only=${names.join(',')} [keep]`
  const { only, words } = readOnly(names, usage)
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-drill-'))
  const report = createReport()
  const interruption = new Promise<number>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve(1))
  })
  let setUp: SetUp | undefined
  let stage: Stage | undefined
  try {
    for (const command of ['docker info', 'docker compose version'])
      if ((await sh(command)).code !== 0)
        throw new Complaint(
          `'${command}' fails: the drill needs a Docker engine with its compose plugin, and the right to use it.`,
        )
    setUp = await prepare(folder)
    report.say(`work folder ${folder}`)
    return await Promise.race([walkAll(setUp), interruption])
  } finally {
    await Promise.all((stage?.callers ?? []).map(caller => caller.close()))
    if (!words.includes('keep')) {
      await setUp?.run('docker compose --profile admin down --volumes --timeout 5', { mayFail: true })
      rmSync(folder, { recursive: true, force: true })
    }
  }

  async function walkAll(prepared: SetUp): Promise<number> {
    const started = (stage = await firstStart(prepared, report))
    // The other walks go on with the sessions that the walk `kyc` opens.
    for (const name of names.filter(one => one === 'kyc' || only.includes(one)))
      await report.walk(name, () => walks[name](prepared, report, started))
    return report.close()
  }
}
