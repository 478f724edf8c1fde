import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { agentAt } from '../agent.ts'
import { documented } from '../documented.ts'
import { beginLoad } from '../load.ts'
import type { Report } from '../report.ts'
import type { SetUp } from '../set-up.ts'
import { sh } from '../sh.ts'
import type { Stage } from './first-start.ts'

type Version = { version: string; commit: string }

const orders = Number(process.env.ORDERS ?? 1_000_000)
const perSecond = 20

/**
 * Runs the previous version on a separate database with a million orders. Then it follows the upgrade and the rollback
 * of docs/operations.md while the agents continue to call. The upgrade also changes the branding to one that the
 * previous version refuses, so the rollback must bring back the previous bundle of settings. VERSION_BEFORE names the
 * previous version's commit; the default is the first commit whose server leaves migrations to a separate role.
 */
export async function upgradeAndBack(
  setUp: SetUp,
  report: Report,
  { callers, addAgents }: Stage,
): Promise<void> {
  const envFile = join(setUp.checkout, '.env')
  const versionOf = (text: string): Version => ({
    version: /^VERSION=(.*)$/m.exec(text)?.[1] ?? '',
    commit: /^COMMIT=(.*)$/m.exec(text)?.[1] ?? '',
  })
  const before = await buildVersionBefore()
  const after = versionOf(readFileSync(envFile, 'utf8'))
  report.say(`from ${before.version} to ${after.version}, ${orders} orders`)

  await setUp.run('docker compose stop server-1 server-2')
  await sql(setUp, 'postgres', 'alter database ekyc rename to ekyc_of_the_walks_before')
  writeVersion(before)
  const brandingFile = join(setUp.checkout, 'deploy', 'branding.json')
  const newBranding = readFileSync(brandingFile)
  copyFileSync(join(setUp.folder, 'before', 'branding', 'example-second-bank.json'), brandingFile)
  await setUp.run('deploy/config apply')
  const bundleBefore = bundleNow()
  await setUp.run('docker compose run --rm --no-deps database-roles')
  await setUp.run('docker compose run --rm --no-deps migrate')
  await setUp.run('docker compose up -d --wait server-1 server-2')
  const mobiles = await addAgents()
  const agents = callers.map((caller, index) => agentAt(caller, mobiles[index] ?? '', setUp.world))
  for (const agent of agents) await agent.logInByOtp()
  await sql(setUp, 'ekyc', manyOrders)
  await sql(setUp, 'ekyc', 'vacuum analyze')
  report.say('the orders are in')

  writeVersion(after)
  writeFileSync(brandingFile, newBranding)
  await walk('upgrade', after)
  for (const agent of agents) await agent.logIn()
  await agents[0]?.runKyc('DBS10201')
  const refused = await setUp.run('docker compose run --rm --no-deps -T doctor server', {
    mayFail: true,
    env: { VERSION: before.version },
  })
  report.check(
    'the version before does not start with the new branding',
    refused.code !== 0 && refused.output.includes('BRANDING_FILE'),
    /BRANDING_FILE: .{0,80}/.exec(refused.output)?.[0],
  )
  await walk('back', before)
  // Resets the passwords, because log-ins at the new version have made hashes that the previous version cannot read.
  for (const agent of agents) await agent.logInByOtp('/user/password/reset')
  report.check('back: the servers have the bundle of before', bundleNow() === bundleBefore, bundleBefore)
  await agents[0]?.runKyc('DBS10202')
  const remainingOrders = await sql(setUp, 'ekyc', `select count(*) from orders where reference like 'LOAD%'`)
  report.check('every order is there after the way back', Number(remainingOrders) === orders, remainingOrders)

  async function walk(name: string, { version }: Version): Promise<void> {
    // Upgrade and rollback end the sessions, so calls get 401 until the agents log in again after the walk.
    const end = beginLoad({ agents, callers }, perSecond, ['401'])
    // Waits until the proxy has noticed that the previous step replaced the servers.
    await sleep(10_000)
    const commands = documented(name).filter(command => !/name-version|compose build/.test(command))
    for (const command of commands) {
      report.say(command)
      await setUp.run(command)
    }
    await sleep(3_000)
    const { isAllWell, told } = await end()
    report.check(`${name}: while calls go on, only answers reach a client`, isAllWell, told)
    const running = await Promise.all(['server-1', 'server-2'].map(imageOf))
    report.check(
      `${name}: both servers run ${version}`,
      running.every(image => image.endsWith(`:${version}`)),
    )
  }

  async function imageOf(service: string): Promise<string> {
    const container = await setUp.containerOf(service)
    return (await setUp.run(`docker inspect --format '{{.Config.Image}}' ${container}`)).stdout.trim()
  }

  function bundleNow(): string {
    return /^BUNDLE=(.*)$/m.exec(readFileSync(envFile, 'utf8'))?.[1] ?? ''
  }

  function writeVersion({ version, commit }: Version): void {
    const text = readFileSync(envFile, 'utf8')
    writeFileSync(
      envFile,
      text.replace(/^VERSION=.*$/m, `VERSION=${version}`).replace(/^COMMIT=.*$/m, `COMMIT=${commit}`),
    )
  }

  async function buildVersionBefore(): Promise<Version> {
    const folder = join(setUp.folder, 'before')
    const first = `git log --diff-filter=A --format=%H -- deploy/roles.sql | tail -1`
    const commit = process.env.VERSION_BEFORE ?? (await setUp.run(first)).stdout.trim()
    for (const command of [
      `git clone --quiet --shared ${setUp.checkout} ${folder}`,
      `git -C ${folder} checkout --quiet ${commit}`,
      `sh ${folder}/deploy/name-version.sh`,
    ])
      await setUp.run(command)
    const ownVersion = versionOf(readFileSync(join(folder, '.env'), 'utf8'))
    await setUp.run(
      `docker build --network host --secret id=npmrc,src=${setUp.folder}/npmrc --secret id=ca,src=${setUp.folder}/ca.pem ` +
        `--build-arg NODE_IMAGE=${setUp.nodeImage} --build-arg VERSION=${ownVersion.version} --build-arg COMMIT=${ownVersion.commit} ` +
        `--tag agent-ekyc-portal:${ownVersion.version} ${folder}`,
    )
    return ownVersion
  }
}

async function sql(setUp: SetUp, database: string, text: string): Promise<string> {
  const { code, stdout, output } = await sh(
    `docker compose exec -T database psql -U postgres --no-align --tuples-only --set ON_ERROR_STOP=1 -d ${database} -c "$SQL"`,
    { cwd: setUp.checkout, env: { ...setUp.env, SQL: text } },
  )
  if (code !== 0) throw new Error(output)
  return stdout.trim()
}

const manyOrders = `
  insert into agents (id, mobile, name, email, address_line1, address_line2, created_on)
    select md5('a' || n)::uuid, '97' || lpad(n::text, 8, '0'), 'Agent ' || n, 'a@agents.example', '1 Road', 'Pune', now()
    from generate_series(0, 999) n;
  insert into orders (agent_id, id, reference, status, created_on, expires_on, transaction_id, consent, outcome, message,
    completed_on)
  select md5('a' || n % 1000)::uuid,
    (lpad(to_hex((extract(epoch from created_on) * 1000)::bigint), 12, '0') ||
      overlay(overlay(substr(md5(n::text), 13) placing '7' from 1) placing '8' from 5))::uuid,
    'LOAD' || n, case when n % 4 = 3 then 'KYC_FAILURE' else 'KYC_SUCCESS' end, created_on,
    created_on + interval '1 day', 'UKC:' || md5('t' || n), '{"version": "1", "language": "en"}',
    case when n % 4 = 3 then 'refused' else 'verified' end, 'Loaded by the drill.', created_on + interval '40 seconds'
  from (
    select n, now() - interval '730 days' + n * interval '1 second' * (730 * 86400.0 / ${orders}) as created_on
    from generate_series(0, ${orders - 1}) n
  ) as planned`
