import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { agentAt, type DrillAgent } from '../production/agent.ts'
import { startCallers, type Caller } from '../production/callers.ts'
import { documented } from '../production/documented.ts'
import type { Report } from '../production/report.ts'
import { fillIn, type SetUp } from '../production/set-up.ts'
import { floatingAddress, makeMachines, type Machine } from './machines.ts'

export type Stage = {
  /** The first site's machines with a database. `witness` runs only etcd, and `far` is the second site's machine. */
  two: [Machine, Machine]
  witness: Machine
  far: Machine
  agents: DrillAgent[]
  callers: Caller[]
  seat: (address: string) => Promise<{ agents: DrillAgent[]; callers: Caller[] }>
}

const page = 'high-availability.md'
const mobiles = Array.from({ length: 4 }, (_none, index) => `98765432${10 + index}`)

export const onPage = (name: string) => documented(name, page)

/** Starts the first site with the commands of docs/high-availability.md, and logs in agents at the floating address. */
export async function startSite(setUp: SetUp, report: Report): Promise<Stage> {
  for (const command of documented('first-start').filter(line => line.startsWith('cp ')))
    await setUp.run(command)
  await setUp.run('docker compose up -d world', { env: { VERSION: 'none', PORTAL_ADDRESS: setUp.host } })
  await fillIn(setUp)
  await setUp.run('sh deploy/ha/make-secrets.sh && sh deploy/name-version.sh')
  await makePortalCertificate(setUp)
  for (const command of onPage('images'))
    await setUp.run(command.replace('docker build', `docker build --network host ${baseImage}`))
  if (!process.env.VERSION) await setUp.run('docker compose build')
  const machines = await makeMachines(setUp)
  const { 'machine-1': one, 'machine-2': other, 'machine-3': witness, 'far-1': far } = machines
  if (!one || !other || !witness || !far) throw new Error('a machine is missing')
  const two: [Machine, Machine] = [one, other]
  for (const machine of [...two, witness]) await machine.run(onPage('etcd'))
  for (const machine of two) await machine.run(onPage('database'))
  await findPrimary(two)
  await one.run(onPage('once'))
  for (const machine of two) await machine.run(onPage('back-up'))
  for (const machine of [...two, witness]) await machine.run(onPage('all'))
  await untilWhole(two)
  await one.run(['deploy/admin doctor'])
  for (const mobile of mobiles)
    await one.run([`deploy/admin agents add ${mobile} --name "Agent ${mobile.slice(-2)}"`])
  const seat = (address: string) => seatAt(setUp, address)
  const { agents, callers } = await seat(floatingAddress)
  for (const agent of agents) await agent.logInByOtp()
  report.check('the documented first start brings both machines up', true)
  return { two, witness, far, agents, callers, seat }
}

/** The build argument for an engine with its own base image. An engine that can reach a registry needs no argument. */
const baseImage = process.env.DEBIAN_IMAGE ? `--build-arg DEBIAN_IMAGE=${process.env.DEBIAN_IMAGE}` : ''

async function makePortalCertificate({ run, host, folder }: SetUp): Promise<void> {
  const secrets = 'deploy/secrets/portal-tls'
  await run(
    `openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${host} -addext subjectAltName=DNS:${host} ` +
      `-keyout ${secrets}-key.pem -out ${secrets}-certificate.pem && ` +
      `cp ${secrets}-certificate.pem ${join(folder, 'portal.pem')} && chown 10001 ${secrets}-*`,
  )
}

async function seatAt(setUp: SetUp, proxyAddress: string) {
  const place = { ...setUp, networkNamed: () => 'ekyc-ha' }
  const callers = await startCallers(mobiles.length, {
    setUp: place,
    proxyAddress,
    authorityFile: join(setUp.folder, 'portal.pem'),
  })
  return {
    callers,
    agents: callers.map((caller, index) => agentAt(caller, mobiles[index] ?? '', setUp.world)),
  }
}

export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer | undefined | false>,
): Promise<Answer> {
  let last: unknown
  for (let tries = 0; tries < 240; tries++) {
    const answer = await ask().catch(error => void (last = error))
    if (answer) return answer
    await sleep(500)
  }
  throw new Error(`${what} does not come (${String(last)})`)
}

async function find(what: string, machines: Machine[], isIt: (machine: Machine) => Promise<boolean>) {
  return until(what, async () => {
    for (const machine of machines) if (await isIt(machine).catch(() => false)) return machine
    return undefined
  })
}

/**
 * Asks Patroni for its leader. After a restore, PostgreSQL takes writes before Patroni lists it as leader, and then
 * restarts.
 */
export const findPrimary = (machines: Machine[]) =>
  find('a primary', machines, async machine =>
    new RegExp(`\\t${machine.name}\\t\\S+\\tLeader\\trunning`).test(
      await machine.inDatabase('patronictl list --format tsv'),
    ),
  )

export const findHolder = (machines: Machine[]) =>
  find('the address', machines, async machine => (await machine.addresses()).includes(` ${floatingAddress}/`))

/** Waits until Patroni lists a synchronous standby, because only such a standby may take over from a lost primary. */
export const untilWhole = (machines: Machine[]) =>
  find('a synchronous standby', machines, async machine =>
    (await machine.inDatabase('patronictl list --format tsv')).includes('Sync Standby'),
  )

export async function countStandbys(machine: Machine): Promise<number> {
  return Number(await askSql(machine, `select count(*) from pg_stat_replication where state = 'streaming'`))
}

export function askSql(machine: Machine, sql: string, database = 'postgres'): Promise<string> {
  return machine.inDatabase(`psql -d ${database} -Atc "${sql}"`)
}

export async function countLost(
  primary: Machine,
  { orders, transactions }: { orders: string[]; transactions: string[] },
): Promise<{ lost: string[]; told: string }> {
  const rows = new Set((await askSql(primary, 'select id from orders', 'ekyc')).split('\n'))
  const verified = new Set(
    (await askSql(primary, "select transaction_id from orders where status = 'KYC_SUCCESS'", 'ekyc')).split(
      '\n',
    ),
  )
  const lost = [...orders.filter(id => !rows.has(id)), ...transactions.filter(id => !verified.has(id))]
  return {
    lost,
    told: `${orders.length} orders and ${transactions.length} KYCs acknowledged, ${lost.length} without a row`,
  }
}
