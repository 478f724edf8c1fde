import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { inRoot } from '../../../scripts/folders.ts'
import { agentAt, type DrillAgent } from './agent.ts'
import { startCallers, type Caller } from './callers.ts'
import type { Report } from './report.ts'
import { fillIn, type SetUp } from './set-up.ts'

/** The agents of the drill. Each agent uses the computer with the same index in `callers`. */
export type Stage = {
  agents: [DrillAgent, ...DrillAgent[]]
  callers: [Caller, ...Caller[]]
}

const callerCount = 4
const callsPerSecond = 100
const authorityOf: Record<string, string> = {
  caddy: '/data/caddy/pki/authorities/local/root.crt',
  nginx: '/etc/nginx/tls/portal.pem',
}
const mobiles = Array.from({ length: callerCount }, (_none, index) => `98765432${10 + index}`)

/** Follows "First start, with the compose file" of docs/operations.md, and enters the values that the page asks for. */
export async function firstStart(setUp: SetUp, report: Report): Promise<Stage> {
  const commands = documented('first-start')
  const copies = commands.filter(command => command.startsWith('cp '))
  const addAgent = commands.find(command => command.startsWith('deploy/admin agents add')) ?? ''
  for (const command of copies) await setUp.run(command)
  // The external services start first, because they issue values that the settings need.
  await setUp.run('docker compose up -d world', { env: { VERSION: 'none', PORTAL_ADDRESS: setUp.host } })
  await fillIn(setUp)
  const others = commands.filter(line => !copies.includes(line) && line !== addAgent)
  for (const command of others) await follow(command, setUp, report)

  for (const mobile of mobiles)
    await setUp.run(addAgent.replace('98xxxxxxxx', mobile).replace('…', `Agent ${mobile.slice(-2)}`), {
      env: { SUDO_USER: 'priya' },
    })
  const atCallers = await seat(setUp)
  report.check('the documented first start brings all up', true)
  const [first, ...rest] = atCallers.map((caller, index) => ({
    caller,
    agent: agentAt(caller, mobiles[index] ?? '', setUp.world),
  }))
  if (!first) throw new Error('no caller started')
  return {
    agents: [first.agent, ...rest.map(({ agent }) => agent)],
    callers: [first.caller, ...rest.map(({ caller }) => caller)],
  }
}

async function seat(setUp: SetUp): Promise<Caller[]> {
  const authorityFile = join(setUp.folder, 'proxy-authority.pem')
  const { stdout } = await setUp.run(`docker compose exec -T proxy cat ${authorityOf[setUp.proxy]}`)
  writeFileSync(authorityFile, stdout)
  return startCallers(callerCount, {
    setUp,
    authorityFile,
    proxyAddress: await setUp.addressOf('proxy', 'edge'),
  })
}

/** Logs in every agent for the first time, each from a separate computer, and does a KYC as each agent. */
export async function logInAndKyc(setUp: SetUp, report: Report, { agents, callers }: Stage): Promise<void> {
  for (const [index, agent] of agents.entries()) {
    await agent.logInByOtp()
    const answer = await agent.runKyc(`DBS1000${index}`)
    report.check(
      `${agent.mobile} logs in and does a KYC over https`,
      String(answer['transactionId']).startsWith('UKC:'),
      answer.response.displayMsg,
    )
  }
  const proxy = await setUp.addressOf('proxy', 'front')
  const addresses = await auditedAddresses(setUp)
  const callerAddresses = callers.map(({ address }) => address)
  report.check(
    "the audit rows carry the callers' own addresses, and not the proxy's",
    callerAddresses.every(address => addresses.has(address)) &&
      !addresses.has(proxy) &&
      addresses.size === callerAddresses.length,
    `rows: ${[...addresses].join(', ')}; proxy: ${proxy}`,
  )

  const [caller] = callers
  const page = await caller.ask({ method: 'GET', path: '/login', base: `http://${setUp.host}` })
  const call = await caller.ask({ path: '/api/v1/dbs/user/check', base: `http://${setUp.host}`, body: {} })
  report.check('a page that is asked for by http is led to https', page.status === 308, String(page.status))
  report.check('a call that comes by http is refused', call.status === 403, `${call.status} ${call.body}`)
  const inside = await Promise.all(
    ['/metrics', '/health/ready', '/health/live'].map(path => caller.ask({ method: 'GET', path })),
  )
  report.check(
    'health and metrics are hidden from outside',
    inside.every(({ status }) => status === 404),
    inside.map(({ status }) => status).join(', '),
  )
}

/** Returns the addresses in today's audit rows, by Indian time, as the admin command line exports them. */
async function auditedAddresses(setUp: SetUp): Promise<Set<string>> {
  const day = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10)
  const { stdout } = await setUp.run(`deploy/admin audit export --from ${day} --to ${day}`)
  const rows = stdout
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as { head?: unknown; address?: string })
  return new Set(rows.flatMap(({ head, address }) => (head || !address ? [] : [address])))
}

/** Replaces both servers, one after the other, while the agents continue to call. */
export async function rollingRestart(setUp: SetUp, report: Report, stage: Stage): Promise<void> {
  const end = beginLoad(stage)
  await sleep(3_000)
  for (const command of documented('restart')) await follow(command, setUp, report)
  await sleep(5_000)
  const { isAllWell, told } = await end()
  report.check('a rolling restart under 100 POSTs a second: only answers reach a client', isAllWell, told)
}

type Counted = { isAllWell: boolean; told: string }

/**
 * Makes every agent send read-only calls from the agent's own computer. The returned function ends the load and counts
 * the answers.
 */
function beginLoad({ agents, callers }: Stage): () => Promise<Counted> {
  const began = performance.now()
  const ends = callers.map((caller, index) =>
    caller.begin(agents[index]?.reads() ?? [], callsPerSecond / callers.length),
  )
  return async () => {
    const seconds = (performance.now() - began) / 1_000
    const all = await Promise.all(ends.map(end => end()))
    const counts: Record<string, number> = {}
    for (const { counts: own } of all)
      for (const [kind, count] of Object.entries(own)) counts[kind] = (counts[kind] ?? 0) + count
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    const others = all.flatMap(({ others: own }) => own).slice(0, 4)
    const told = [
      ...Object.entries(counts).map(([kind, count]) => `${count} ${kind}`),
      `${Math.round(total / seconds)} a second for ${Math.round(seconds)} s`,
      ...others,
    ].join('; ')
    const answered = (counts.success ?? 0) + (counts.refusal ?? 0)
    return { isAllWell: (counts.success ?? 0) > 0 && answered === total, told }
  }
}

/** Dumps the database while the servers run, adds more data, and checks that the restored database lacks that data. */
export async function backUpAndRestore(
  setUp: SetUp,
  report: Report,
  { agents: [agent] }: Stage,
): Promise<void> {
  for (const command of documented('back-up')) await follow(command, setUp, report)
  const orders = await ordersOf(agent)
  await agent.runKyc('DBS10099')
  const file = readdirSync(setUp.checkout).find(name => /^ekyc-.*\.dump$/.test(name)) ?? ''
  let verified = ''
  for (const command of documented('restore').map(line => line.replace(/ekyc-\S+\.dump/, file))) {
    const output = await follow(command, setUp, report)
    if (command.includes('audit verify')) verified = output.trim()
  }
  report.check(
    'the restored audit chain verifies',
    verified.includes('nothing is changed or missing'),
    /^Verdict.*$/m.exec(verified)?.[0],
  )

  const deadline = performance.now() + 60_000
  let restored: number | undefined
  do restored = await ordersOf(agent).catch(() => undefined)
  while (restored === undefined && performance.now() < deadline)
  report.check(
    'the servers work on the restored database, which knows what the back-up knew',
    restored === orders,
    `${orders} orders before, ${restored} restored`,
  )
}

async function ordersOf(agent: DrillAgent): Promise<number> {
  const { totalItems, response } = await agent.orders()
  if (!response.success) throw new Error(response.displayMsg)
  return totalItems as number
}

async function follow(command: string, setUp: SetUp, report: Report): Promise<string> {
  report.say(command)
  return (await setUp.run(command)).output
}

/** Returns the commands under `<!-- drill: NAME -->` in docs/operations.md, one per line, without comments. */
function documented(name: string): string[] {
  const page = readFileSync(inRoot('docs', 'operations.md'), 'utf8')
  const [, block] =
    new RegExp(`<!-- drill: ${name} -->\\s+\`\`\`[a-z]*\\n([\\s\\S]*?)\`\`\``).exec(page) ?? []
  if (!block) throw new Error(`docs/operations.md has no commands under '${name}'.`)
  return block
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map(line => line.replace(/\s+#.*$/, '').trim())
    .filter(Boolean)
}
