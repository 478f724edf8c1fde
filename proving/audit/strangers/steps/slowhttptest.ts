import type { Stage } from '../stage.ts'
import type { Result, Step } from '../step.ts'
import { runTool } from '../tools.ts'

/** Attacks with slow headers, slow bodies, slow reading and Range headers, while a normal caller makes calls. */
export const slowhttptest: Step = { tool: 'slowhttptest', debian: ['slowhttptest'], run: attack }

const connections = 1_000
const seconds = 25
/** The longest time that a normal call may take, in ms. It is high, because the same machine runs the attack. */
const patienceMs = 3_000

/** The outcomes that count as success. The tool also exits with 0 after other outcomes, such as 'Unexpected error'. */
const isOver = /Hit test time limit|No open connections left/

const attacks: Record<string, string[]> = {
  'slow headers': ['-H', '-i', '5', '-x', '24'],
  'slow bodies': ['-B', '-i', '5', '-x', '10', '-s', '8192', '-f', 'application/json'],
  ranges: ['-R', '-a', '10', '-b', '3000', '-t', 'GET'],
  'slow reading': ['-X', '-w', '1', '-y', '16', '-n', '5', '-z', '32', '-k', '3'],
}

async function attack(stage: Stage): Promise<Result> {
  const { address } = await stage.product()
  const findings: string[] = []
  const slowest: string[] = []
  for (const [name, options] of Object.entries(attacks)) {
    const url = address + (name === 'slow bodies' ? '/api/v1/dbs/user/check' : '/login')
    const normalCalls = askMeanwhile(`${address}/api/v1/address`)
    const { output } = await runTool(
      'slowhttptest',
      [...options, '-c', String(connections), '-r', '200', '-l', String(seconds), '-p', '3', '-u', url],
      seconds + 30,
    )
    const { longestMs, failed } = await normalCalls.end()
    slowest.push(`${name} ${Math.round(longestMs)} ms`)
    if (!isOver.test(output)) findings.push(`${name}: slowhttptest did not finish: ${output.slice(-300)}`)
    if (/service available:\W*(\w|\[|;)*NO/i.test(output))
      findings.push(`${name}: slowhttptest found the server unavailable`)
    if (failed > 0) findings.push(`${name}: ${failed} normal calls failed`)
    if (longestMs > patienceMs) findings.push(`${name}: a normal call took ${Math.round(longestMs)} ms`)
  }
  return { did: `${connections} connections each; the slowest normal call: ${slowest.join(', ')}`, findings }
}

function askMeanwhile(url: string) {
  const state = { isOver: false, longestMs: 0, failed: 0 }
  const asking = (async () => {
    while (!state.isOver) {
      const began = performance.now()
      const isGood = await fetch(url).then(
        answer => answer.ok,
        () => false,
      )
      if (!isGood) state.failed++
      state.longestMs = Math.max(state.longestMs, performance.now() - began)
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  })()
  return {
    async end() {
      state.isOver = true
      await asking
      return state
    },
  }
}
