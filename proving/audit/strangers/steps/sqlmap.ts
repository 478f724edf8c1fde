import { openBridge } from '../form-bridge.ts'
import type { Stage } from '../stage.ts'
import type { Result, Step } from '../step.ts'
import { runTool } from '../tools.ts'

/** Tries SQL injection in every field of every call. */
export const sqlmap: Step = { tool: 'sqlmap', debian: ['sqlmap'], run: tryInjections }

const secondsForACall = 90
const callsAtOnce = 2
/** The options leave out UNION queries, which need many requests and find only holes that other techniques find too. */
const options =
  '--batch --flush-session --disable-coloring --level=1 --risk=1 --dbms=PostgreSQL --technique=BEST --time-sec=2 ' +
  '--ignore-code=400,401,403,404,429 --threads=2'

async function tryInjections(stage: Stage): Promise<Result> {
  const { address, calls, faults } = await openBridge(stage)
  const waiting = calls.flatMap((call, index) => {
    const fields = call.fields.filter(({ path }) => index === 0 || !isInEveryCall(path))
    return fields.length > 0 ? [{ ...call, fields }] : []
  })
  const count = waiting.length
  const findings: string[] = []

  async function work(): Promise<void> {
    for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) {
      const { name, method, fields } = call
      const values = new URLSearchParams(
        fields.map(({ path, value }) => [path.join('.'), String(value ?? '1')]),
      )
      const target =
        method === 'POST'
          ? ['-u', `${address}/${name}`, `--data=${values}`]
          : ['-u', `${address}/${name}?${values}`]
      const folder = `--output-dir=${stage.folder(`sqlmap-${name}`)}`
      const { output } = await runTool('sqlmap', [...target, ...options.split(' '), folder], secondsForACall)
      if (!output.includes(nothingFound)) findings.push(`${name}: ${lastLinesOf(output)}`)
    }
  }

  await Promise.all(Array.from({ length: callsAtOnce }, work))
  return { did: `every field of ${count} calls`, findings: [...findings, ...faults] }
}

const nothingFound = 'all tested parameters do not appear to be injectable'

/** The same code reads these fields in every call, so only the first call tests them. */
function isInEveryCall([part]: string[]): boolean {
  return part === 'header' || part === 'device'
}

function lastLinesOf(output: string): string {
  return output.trim().split('\n').slice(-4).join(' | ')
}
