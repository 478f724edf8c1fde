import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { shippedProxies, type ShippedProxy } from '../shipped-proxies.ts'
import type { Stage } from '../stage.ts'
import type { Result, Step } from '../step.ts'
import { runTool } from '../tools.ts'

/** Examines the TLS of the shipped proxies. Leaves out the certificate, because each bank uses its own certificate. */
export const testssl: Step = {
  tool: 'testssl.sh',
  debian: ['testssl.sh', 'caddy', 'nginx', 'bsdextrautils', 'dnsutils', 'procps'],
  run: async stage => {
    const results = await Promise.all((await shippedProxies(stage)).map(proxy => examine(proxy, stage)))
    return {
      did: `protocols, ciphers, headers and known attacks at Caddy and nginx: ${results.flatMap(({ count }) => count).join(' and ')} checks`,
      findings: results.flatMap(({ findings }) => findings),
    } satisfies Result
  },
}

type Finding = { id: string; severity: string; finding: string }

const harmless = ['OK', 'INFO', 'DEBUG']

/** The ids of the accepted findings, by proxy. docs/security.md has the reasons. */
const answered: Partial<Record<ShippedProxy['name'], string[]>> = {
  Caddy: ['engine_problem', 'BREACH', 'secure_renego', 'TLS_session_ticket'],
  nginx: ['engine_problem', 'BREACH'],
}

async function examine(
  { name, address }: ShippedProxy,
  stage: Stage,
): Promise<{ count: number; findings: string[] }> {
  const file = join(stage.folder('testssl'), `${name}.json`)
  const parts = ['--protocols', '--std', '--fs', '--server-preference', '--headers', '--vulnerable']
  const quiet = ['--quiet', '--color', '0', '--warnings', 'off', '--ip', '127.0.0.1']
  const { output } = await runTool('testssl', [...quiet, ...parts, '--jsonfile', file, address], 280)
  const all = readFindings(file)
  if (all.length < 50)
    return { count: all.length, findings: [`${name}: testssl.sh did not finish: ${output.slice(-400)}`] }
  const findings = all
    .filter(({ id, severity }) => !harmless.includes(severity) && !answered[name]?.includes(id))
    .map(({ id, severity, finding }) => `${name}: ${severity} ${id}: ${finding}`)
  return { count: all.length, findings }
}

function readFindings(file: string): Finding[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Finding[]
  } catch {
    return []
  }
}
