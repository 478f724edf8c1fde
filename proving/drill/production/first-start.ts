import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { agentAt, type DrillAgent } from './agent.ts'
import { startCallers, type Caller } from './callers.ts'
import { documented } from './documented.ts'
import type { Report } from './report.ts'
import { fillIn, type SetUp } from './set-up.ts'

/** The agents of the drill. Each agent uses the computer with the same index in `callers`. */
export type Stage = {
  agents: [DrillAgent, ...DrillAgent[]]
  callers: [Caller, ...Caller[]]
}

const callers = 4
const authorityOf: Record<string, string> = {
  caddy: '/data/caddy/pki/authorities/local/root.crt',
  nginx: '/etc/nginx/tls/portal.pem',
}
const mobiles = Array.from({ length: callers }, (_none, index) => `98765432${10 + index}`)

/** Follows "First start, with the compose file" of docs/operations.md, and enters the values that the page asks for. */
export async function firstStart(setUp: SetUp, report: Report): Promise<Stage> {
  const commands = documented('first-start')
  const copies = commands.filter(command => command.startsWith('cp '))
  const addAgent = commands.find(command => command.startsWith('deploy/admin agents add')) ?? ''
  for (const command of copies) await setUp.run(command)
  // The external services start first, because they issue values that the settings need.
  await setUp.run('docker compose up -d world', { env: { VERSION: 'none', PORTAL_ADDRESS: setUp.host } })
  await fillIn(setUp)
  for (const command of commands.filter(line => !copies.includes(line) && line !== addAgent)) {
    report.say(command)
    await setUp.run(command)
  }

  for (const mobile of mobiles)
    await setUp.run(addAgent.replace('98xxxxxxxx', mobile).replace('…', `Agent ${mobile.slice(-2)}`), {
      env: { SUDO_USER: 'priya' },
    })
  const atCallers = await seat(setUp)
  report.check('the documented first start brings all up', true)
  const [first, ...others] = atCallers.map((caller, index) => ({
    caller,
    agent: agentAt(caller, mobiles[index] ?? '', setUp.world),
  }))
  if (!first) throw new Error('no caller started')
  return {
    agents: [first.agent, ...others.map(({ agent }) => agent)],
    callers: [first.caller, ...others.map(({ caller }) => caller)],
  }
}

async function seat(setUp: SetUp): Promise<Caller[]> {
  const authorityFile = join(setUp.folder, 'proxy-authority.pem')
  const { stdout } = await setUp.run(`docker compose exec -T proxy cat ${authorityOf[setUp.proxy]}`)
  writeFileSync(authorityFile, stdout)
  return startCallers(callers, {
    setUp,
    authorityFile,
    proxyAddress: await setUp.addressOf('proxy', 'edge'),
  })
}
