import { parseArgs } from 'node:util'

import { Complaint, exitWith } from '../../scripts/complaint.ts'
import { openStage, type Stage } from './strangers/stage.ts'
import type { Step } from './strangers/step.ts'
import { cyclonedx } from './strangers/steps/cyclonedx.ts'
import { firefox } from './strangers/steps/firefox.ts'
import { glewlwyd } from './strangers/steps/glewlwyd.ts'
import { ibm } from './strangers/steps/ibm.ts'
import { santuario } from './strangers/steps/santuario.ts'
import { slowhttptest } from './strangers/steps/slowhttptest.ts'
import { sqlmap } from './strangers/steps/sqlmap.ts'
import { sslscan } from './strangers/steps/sslscan.ts'
import { testssl } from './strangers/steps/testssl.ts'
import { vectors } from './strangers/steps/vectors.ts'
import { vnu } from './strangers/steps/vnu.ts'
import { wapiti } from './strangers/steps/wapiti.ts'
import { xmlsec1 } from './strangers/steps/xmlsec1.ts'
import { installTools, versionOf } from './strangers/tools.ts'

/** The steps, in their default order. slowhttptest is last, because it puts a heavy load on the server. */
const steps: Record<string, Step> = {
  xmlsec1,
  santuario,
  vectors,
  cyclonedx,
  firefox,
  glewlwyd,
  sslscan,
  testssl,
  sqlmap,
  wapiti,
  ibm,
  vnu,
  slowhttptest,
}

type Verdict = 'passed' | 'failed' | 'skipped'

process.exit(await main().catch(exitWith))

/**
 * Runs external tools against the running product. docs/security.md lists the tools and answers their findings.
 *   npm run audit:strangers -- [--install] [--only=STEP,STEP] [--vectors=FOLDER]
 */
async function main(): Promise<number> {
  const { only, install, folder } = readArguments()
  const chosen = only.flatMap(name => (steps[name] ? [[name, steps[name]] as const] : []))
  if (install) await installTools(chosen.map(([, step]) => step))
  const stage = openStage(folder)
  const counts: Record<Verdict, number> = { passed: 0, failed: 0, skipped: 0 }
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void stage.close().finally(() => process.exit(130)))
  try {
    for (const [name, step] of chosen) counts[await runStep(name, step, stage)]++
  } finally {
    await stage.close()
  }
  console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  return counts.failed > 0 || counts.passed === 0 ? 1 : 0
}

async function runStep(name: string, step: Step, stage: Stage): Promise<Verdict> {
  const toolVersion = await versionOf(step)
  if ('missing' in toolVersion) return say('skipped', `${name}: ${step.tool} ${toolVersion.missing}`)
  const began = performance.now()
  try {
    const result = await step.run(stage)
    const seconds = Math.round((performance.now() - began) / 1000)
    const what = `${name}: ${step.tool} ${toolVersion.version}`
    if ('skipped' in result) return say('skipped', `${what}: ${result.skipped}`)
    const verdict = result.findings.length > 0 ? 'failed' : 'passed'
    return say(verdict, `${what}: ${result.did} (${seconds} s)`, result.findings)
  } catch (error) {
    return say('failed', `${name}: ${step.tool} ${toolVersion.version}: ${String(error)}`)
  }
}

function say(verdict: Verdict, sentence: string, findings: string[] = []): Verdict {
  console.log(`${verdict}  ${sentence}`)
  for (const finding of findings) console.log(`        ${finding}`)
  return verdict
}

function readArguments(): { only: string[]; install: boolean; folder: string | undefined } {
  const all = Object.keys(steps)
  try {
    const { values } = parseArgs({
      options: { only: { type: 'string' }, install: { type: 'boolean' }, vectors: { type: 'string' } },
    })
    const only = values.only?.split(',') ?? all
    if (only.every(name => all.includes(name)))
      return { only, install: values.install ?? false, folder: values.vectors ?? process.env.VECTORS }
  } catch {
    // The usage message below reports this error and unknown steps.
  }
  throw new Complaint(`Usage: npm run audit:strangers -- --install --only=${all.join(',')} --vectors=FOLDER`)
}
