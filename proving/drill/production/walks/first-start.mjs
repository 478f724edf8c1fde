import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { agentAt } from '../agent.mjs'
import { startCallers } from '../callers.mjs'
import { documented } from '../documented.mjs'
import { fillIn } from '../set-up.mjs'

const callers = 4
const authorityOf = {
  caddy: '/data/caddy/pki/authorities/local/root.crt',
  nginx: '/etc/nginx/tls/portal.pem',
}
const mobiles = Array.from({ length: callers }, (_none, index) => `98765432${10 + index}`)

/**
 * Follows "First start, with the compose file" exactly, and fills in the values that it asks for between its commands.
 * @returns the agents, each at a separate computer, and the way in which they were added
 */
export async function firstStart(setUp, report) {
  const commands = documented('first-start')
  const copies = commands.filter(command => command.startsWith('cp '))
  const addAgent = commands.find(command => command.startsWith('deploy/admin agents add'))
  for (const command of copies) await setUp.run(command)
  // The external services start first: they issue values that the settings need.
  await setUp.run('docker compose up -d world', { env: { VERSION: 'none', PORTAL_ADDRESS: setUp.host } })
  await fillIn(setUp)
  for (const command of commands.filter(line => !copies.includes(line) && line !== addAgent)) {
    report.say(command)
    await setUp.run(command)
  }

  const addAgents = async () => {
    for (const mobile of mobiles)
      await setUp.run(addAgent.replace('98xxxxxxxx', mobile).replace('…', `Agent ${mobile.slice(-2)}`), {
        env: { SUDO_USER: 'priya' },
      })
    return mobiles
  }
  await addAgents()
  const atCallers = await seat(setUp)
  report.check('the documented first start brings all up', true)
  const agents = mobiles.map((mobile, index) => agentAt(atCallers[index], mobile, setUp.world))
  return { agents, callers: atCallers, addAgents }
}

async function seat(setUp) {
  const authorityFile = join(setUp.folder, 'proxy-authority.pem')
  const { stdout } = await setUp.run(`docker compose exec -T proxy cat ${authorityOf[setUp.proxy]}`)
  writeFileSync(authorityFile, stdout)
  return startCallers(callers, {
    setUp,
    authorityFile,
    proxyAddress: await setUp.addressOf('proxy', 'edge'),
  })
}
