import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

import { inRoot } from '../../../scripts/folders.ts'
import type { Answer, Ask, Counts } from './caller.mts'
import type { SetUp } from './set-up.ts'

type Place = {
  setUp: Pick<SetUp, 'networkNamed' | 'host' | 'nodeImage' | 'env'>
  proxyAddress: string
  authorityFile: string
}

/**
 * An agent's computer. `begin` sends requests at a steady rate. Its result ends them and returns the counts of the
 * answers.
 */
export type Caller = {
  address: string
  ask: (ask: Ask) => Promise<Answer>
  begin: (asks: Ask[], perSecond: number) => () => Promise<Counts>
  close: () => Promise<unknown>
}

/**
 * Starts agents' computers on the proxy's edge network, each in a container with its own address. Every second computer
 * uses HTTP/2 instead of HTTP/1.1.
 */
export async function startCallers(count: number, place: Place): Promise<Caller[]> {
  return Promise.all(
    Array.from({ length: count }, (_none, index) => startCaller(index % 2 === 0 ? '1.1' : '2', place)),
  )
}

async function startCaller(version: string, { setUp, proxyAddress, authorityFile }: Place): Promise<Caller> {
  const command =
    `docker run --interactive --rm --init --network ${setUp.networkNamed('edge')} ` +
    `--add-host ${setUp.host}:${proxyAddress} --env NODE_EXTRA_CA_CERTS=/authority.pem ` +
    `--volume ${authorityFile}:/authority.pem:ro --volume ${inRoot('proving', 'drill', 'production')}:/drill:ro ` +
    `${setUp.nodeImage} node /drill/caller.mts https://${setUp.host} ${version}`
  const env = { ...process.env, ...setUp.env }
  const child = spawn('sh', ['-c', `exec ${command}`], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map<number, (answer: unknown) => void>()
  let asked = 0
  const lines = createInterface({ input: child.stdout })
  const [hello] = (await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`a caller ended with ${code}`))),
  ])) as [string]
  lines.on('line', line => {
    const { id, ...answer } = JSON.parse(line) as { id: number }
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })

  function tell(message: object): Promise<unknown> {
    const id = ++asked
    const answered = new Promise(resolve => void waiting.set(id, resolve))
    child.stdin.write(`${JSON.stringify({ id, ...message })}\n`)
    return answered
  }

  return {
    ...(JSON.parse(hello) as { address: string }),
    ask: ask => tell({ what: 'once', ...ask }) as Promise<Answer>,
    begin(asks, perSecond) {
      const came = tell({ what: 'many', asks, perSecond }) as Promise<Counts>
      return () => {
        child.stdin.write(`${JSON.stringify({ what: 'stop' })}\n`)
        return came
      }
    },
    close: () => (child.stdin.end(), once(child, 'exit')),
  }
}
