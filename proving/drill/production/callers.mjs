import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

import { inRoot } from '../../../scripts/folders.ts'

/**
 * Starts agents' computers on the proxy's edge network, each a container with an address of its own. Odd ones use
 * HTTP/1.1, even ones HTTP/2.
 *
 * @returns the callers; each has `address`, `ask(what)` → the answer, and `begin(asks, perSecond)` → `end()` → the
 *   answers
 */
export async function startCallers(count, { setUp, proxyAddress, authorityFile }) {
  return Promise.all(
    Array.from({ length: count }, (_none, index) =>
      startCaller(index % 2 === 0 ? '1.1' : '2', { setUp, proxyAddress, authorityFile }),
    ),
  )
}

async function startCaller(version, { setUp, proxyAddress, authorityFile }) {
  const command =
    `docker run --interactive --rm --init --network ${setUp.networkNamed('edge')} ` +
    `--add-host ${setUp.host}:${proxyAddress} --env NODE_EXTRA_CA_CERTS=/authority.pem ` +
    `--volume ${authorityFile}:/authority.pem:ro --volume ${inRoot('proving', 'drill', 'production')}:/drill:ro ` +
    `${setUp.nodeImage} node /drill/caller.mjs https://${setUp.host} ${version}`
  const env = { ...process.env, ...setUp.env }
  const child = spawn('sh', ['-c', `exec ${command}`], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map()
  let asked = 0
  const lines = createInterface({ input: child.stdout })
  const [hello] = await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`a caller ended with ${code}`))),
  ])
  lines.on('line', line => {
    const { id, ...answer } = JSON.parse(line)
    waiting.get(id)(answer)
    waiting.delete(id)
  })

  function tell(message) {
    const id = ++asked
    const answered = new Promise(resolve => waiting.set(id, resolve))
    child.stdin.write(`${JSON.stringify({ id, ...message })}\n`)
    return answered
  }

  return {
    ...JSON.parse(hello),
    ask: what => tell({ what: 'once', ...what }),
    begin(asks, perSecond) {
      const came = tell({ what: 'many', asks, perSecond })
      return () => {
        child.stdin.write(`${JSON.stringify({ what: 'stop' })}\n`)
        return came
      }
    },
    close: () => (child.stdin.end(), once(child, 'exit')),
  }
}
