import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { openBridge } from '../form-bridge.ts'
import type { Stage } from '../stage.ts'
import type { Result, Step } from '../step.ts'
import { runTool } from '../tools.ts'

/** Attacks every call with Wapiti, and examines the pages and headers of a product with production settings. */
export const wapiti: Step = { tool: 'wapiti', debian: ['wapiti'], run: scan }

/** Wapiti's modules that attack the calls. ssrf and xxe are left out, because they need a server on the internet. */
const attacks = 'sql,blindsql,exec,file,xss,permanentxss,crlf,redirect,shellshock'
const secondsForAnAttack = 15
const examinations = 'csp,cookieflags,http_headers,backup,htaccess,methods,crlf,redirect,file,xss'

async function scan(stage: Stage): Promise<Result> {
  const { address, calls, faults } = await openBridge(stage)
  const { address: production } = await stage.production()
  const [ofCalls, ofPages] = [
    await scanned(stage, 'calls', address, attacks),
    await scanned(stage, 'pages', production, examinations),
  ]
  return {
    did: `${attacks} against ${calls.length} calls; ${examinations} against the pages`,
    findings: [...ofCalls, ...ofPages, ...faults],
  }
}

/** The messages that the step ignores. docs/security.md gives the reasons. */
const answered = ['X-Frame-Options is not set', 'X-XSS-Protection is not set']

type Report = Record<
  'vulnerabilities' | 'anomalies',
  Record<string, { path: string; info: string; parameter: string }[]>
>

/** Matches the output of a module that fails or cannot run. Report and exit code do not show such a failure. */
const troubles =
  /^.*(found 0 URLs|Could not find module|Unable to find a module|Missing dependencies|skipped due to network).*$|^.*\n {2}File ".*/m

export async function scanned(
  stage: Stage,
  name: string,
  address: string,
  modules: string,
): Promise<string[]> {
  const folder = stage.folder(`wapiti-${name}`)
  const file = join(folder, 'report.json')
  const target = `-u ${address}/ --scope domain -m ${modules} -S aggressive --max-attack-time ${secondsForAnAttack}`
  const writing = ['-f', 'json', '-o', file, '--store-session', folder, '--store-config', folder]
  const args = [...target.split(' '), ...writing, '--flush-session', '--no-bugreport']
  const { code, output } = await runTool('wapiti', args, 240)
  const trouble = code === 0 ? troubles.exec(output)?.[0] : output.slice(-300)
  if (trouble !== undefined) return [`${name}: wapiti did not finish: ${trouble}`]
  try {
    const { vulnerabilities, anomalies } = JSON.parse(readFileSync(file, 'utf8')) as Report
    return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, all]) =>
      all
        .filter(({ info }) => !answered.includes(info))
        .map(
          ({ path, info, parameter }) => `${name}: ${kind} at ${path} (${parameter}): ${info.slice(0, 200)}`,
        ),
    )
  } catch {
    return [`${name}: wapiti did not finish: ${output.slice(-300)}`]
  }
}
