import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '@ekyc/contract/testing/free-port'

import { createSoftAuthenticator } from '../../../../product/server/src/testing/soft-authenticator.ts'
import { auditRows } from '../audit-rows.ts'
import { consoleClient } from '../console-client.ts'
import { documented } from '../documented.ts'
import { beginLoad } from '../load.ts'
import { publishedPorts } from '../published-ports.ts'
import type { Report } from '../report.ts'
import type { SetUp } from '../set-up.ts'
import type { Stage } from './first-start.ts'

const host = 'console.local'
/** The names that replace "…" in the commands of docs/operations.md that add staff, in the order of the commands. */
const people = ['Arjun Rao', 'Neha Kulkarni']
const [, person = ''] = people
const perSecond = 100

/** Follows "The console" of docs/operations.md: a console cut off from the portal, and a sign-in by a printed link. */
export async function bankConsole(setUp: SetUp, report: Report, stage: Stage): Promise<void> {
  const port = await freePort()
  const link = await bringUp(setUp, report, port)
  const certificateFile = join(setUp.checkout, 'console-certificate.pem')
  const client = consoleClient({ host, port, certificateFile })
  await isApart(setUp, report, port)
  await isShownByItsProxy(report, client)
  await signIn(report, client, link)
  await isInTheTrail(setUp, report)
  await isRestarted(setUp, report, stage, client)

  // Uses the running container, because a second container would need the address that the running console has.
  const undecided = await setUp.run(
    'docker compose exec -T -e FOUR_EYES= console deploy/entrypoint.sh console',
    { mayFail: true },
  )
  report.check(
    'without FOUR_EYES the console stops in one sentence',
    undecided.code !== 0 &&
      undecided.output.match(/^ .*\S.*$/gm)?.length === 1 &&
      undecided.output.includes('FOUR_EYES is missing'),
    /^ +FOUR_EYES is .*$/m.exec(undecided.output)?.[0]?.trim(),
  )
}

/** Returns the link by which the last of the new staff members enrols a passkey. */
async function bringUp(setUp: SetUp, report: Report, port: number): Promise<string> {
  const { checkout } = setUp
  appendFileSync(join(checkout, '.env'), `CONSOLE_ADDRESS=${host}\nCONSOLE_AT=127.0.0.1:${port}\n`)
  const settings = join(checkout, 'deploy', 'production.env')
  writeFileSync(settings, readFileSync(settings, 'utf8').replace(/^#?FOUR_EYES=.*$/m, 'FOUR_EYES=on'))
  await setUp.run(
    `openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${host} -addext subjectAltName=DNS:${host} ` +
      `-keyout console-key.pem -out console-certificate.pem`,
  )
  // Extends COMPOSE_FILE here instead of in .env, because its value in the environment also names the drill's files.
  setUp.env.COMPOSE_FILE += ':deploy/compose.console.yaml'
  const names = people.values()
  let last = ''
  for (const command of documented('console')) {
    report.say(command)
    last = (await setUp.run(command.replace('…', () => names.next().value ?? ''))).output
  }
  const [link = ''] = /https:\S+\/enrol#[\w-]{43}/.exec(last) ?? []
  report.check('the documented commands bring the console up, healthy', true)
  report.check(
    'staff add prints a link to the console',
    link.startsWith(`https://${host}/enrol#`),
    link.split('#')[0],
  )
  const { stdout } = await sql(
    setUp,
    `select distinct usename from pg_stat_activity where application_name <> 'psql' and client_addr = '${await setUp.addressOf('console', 'console-back')}'`,
  )
  report.check('it works as ekyc_console', stdout.trim() === 'ekyc_console', stdout.trim())
  return link
}

async function isApart(setUp: SetUp, report: Report, port: number): Promise<void> {
  const open = (await publishedPorts(setUp)).filter(one => one.startsWith('console'))
  report.check(
    'only its proxy listens on this machine, at CONSOLE_AT alone',
    open.join() === `console-proxy 127.0.0.1:${port}->443/tcp`,
    open.join('; '),
  )
  const addresses = async (service: string, networks: string[]) =>
    Promise.all(networks.map(network => setUp.addressOf(service, network)))
  const ofConsole = [
    ...(await addresses('console', ['console', 'console-back', 'console-outside'])),
    'console',
  ]
  const ofServer = [...(await addresses('server-1', ['front', 'back', 'outside'])), 'server-1']
  for (const [from, to, targets] of [
    ['server-1', 'the console', ofConsole.flatMap(address => [`${address}:8070`, `${address}:9464`])],
    ['console', 'the servers', ofServer.flatMap(address => [`${address}:8080`, `${address}:9464`])],
  ] as const) {
    const reached = await reachedFrom(setUp, from, targets)
    report.check(`${from} reaches ${to} at no address`, reached.length === 0, reached.join(', '))
  }
  const own = await reachedFrom(setUp, 'console', ['database:5432', 'console:8070'])
  report.check(
    'and reaches the database',
    own.includes('database:5432') && own.includes('console:8070'),
    own.join(', '),
  )
}

async function reachedFrom(setUp: SetUp, service: string, targets: readonly string[]): Promise<string[]> {
  const program = `for (const target of process.argv.slice(1)) {
    const [host, port] = target.split(":")
    const socket = require("net").connect({ host, port, timeout: 3000 })
    socket.on("connect", () => (console.log(target), socket.destroy()))
    socket.on("timeout", () => socket.destroy()).on("error", () => {})
  }`
  const { stdout } = await setUp.run(
    `docker compose exec -T ${service} node -e '${program}' ${targets.join(' ')}`,
  )
  return stdout.split('\n').filter(Boolean)
}

async function isShownByItsProxy(report: Report, client: ReturnType<typeof consoleClient>): Promise<void> {
  const page = await client.ask('GET', '/')
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(page.text) ?? []
  const part = await client.ask('GET', script)
  report.check(
    'its pages come over https with its certificate',
    page.status === 200 &&
      page.type.startsWith('text/html') &&
      part.status === 200 &&
      part.type.includes('javascript'),
    `${page.status} ${page.type}; ${script} ${part.status}`,
  )
  const inside = await Promise.all(
    ['/metrics', '/health/live', '/health/serving'].map(path => client.ask('GET', path)),
  )
  report.check(
    'its health and metrics are hidden',
    inside.every(({ status }) => status === 404),
    inside.map(({ status }) => status).join(', '),
  )
  const { status } = await client.ask('GET', '/api/console/v1/agents')
  report.check('without a session it answers 401', status === 401, String(status))
}

async function signIn(report: Report, client: ReturnType<typeof consoleClient>, link: string): Promise<void> {
  const [, token] = link.split('#')
  const authenticator = createSoftAuthenticator({ origin: client.origin, rpId: host })
  const { options } = await client.call('startEnrolment', { token })
  await client.call('finishEnrolment', { token, credential: await authenticator.make(options) })
  const started = await client.call('startPasskeySignIn')
  await client.call('finishPasskeySignIn', { credential: await authenticator.sign(started.options) })
  const me = await client.call('getMe')
  report.check(
    'the link makes a passkey, which signs in',
    me.name === person &&
      me.roles.join() === 'supervisor' &&
      me.fourEyes &&
      me.sessions[0]?.means === 'passkey',
    `${me.name}, ${me.roles.join()}`,
  )
  const { rows } = await client.call('listAgents')
  report.check(
    'its agents are those of the portal',
    rows.length === 4,
    rows.map(({ name }) => name).join(', '),
  )
}

async function isInTheTrail(setUp: SetUp, report: Report): Promise<void> {
  const rows = (await auditRows(setUp)).filter(({ actorKind }) => actorKind === 'staff')
  const actions = [...new Set(rows.map(({ action }) => action))]
  const proxy = await setUp.addressOf('console-proxy', 'console')
  report.check(
    "the trail has the person's rows, with the browser's address",
    actions.includes('agent.list') &&
      rows.every(({ actor, address }) => actor.startsWith(person) && address !== proxy),
    `${actions.join(', ')}; ${[...new Set(rows.map(({ address }) => address))].join(', ')}`,
  )
  const { stdout } = await sql(
    setUp,
    'select count(distinct substr(mac, 1, 4)) from audit_events where mac is not null',
  )
  const verified = await setUp.run('deploy/auditor audit verify', { mayFail: true })
  report.check(
    'its rows carry a key of their own, and the trail verifies',
    verified.code === 0 && stdout.trim() === '2',
    `${stdout.trim()} keys`,
  )
}

async function isRestarted(
  setUp: SetUp,
  report: Report,
  stage: Stage,
  client: ReturnType<typeof consoleClient>,
): Promise<void> {
  for (const agent of stage.agents) if (!agent.reads()[0]?.token) await agent.logInByOtp()
  const end = beginLoad(stage, perSecond)
  await sleep(1_000)
  await setUp.run('docker compose up -d --no-deps --force-recreate --wait console')
  await sleep(1_000)
  const { isAllWell, told } = await end()
  report.check(
    'a restart of the console under 100 POSTs a second touches no call of the portal',
    isAllWell,
    told,
  )
  const { name } = await client.call('getMe')
  report.check('its session goes on after the restart', name === person)
}

function sql(setUp: SetUp, text: string): ReturnType<SetUp['run']> {
  return setUp.run(`docker compose exec -T database psql -U postgres -d ekyc -tAc "${text}"`)
}
