import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '@ekyc/contract/testing/free-port'
import { startOwnPostgres } from '@ekyc/private-postgres/testing/own-postgres'

import { exitWith } from '../../../scripts/complaint.ts'
import { nodeFlags, programFile } from '../../../scripts/folders.ts'
import { documented } from '../production/documented.ts'
import { createReport, type Report } from '../production/report.ts'
import { sh } from '../production/sh.ts'

const [, , station = ''] = process.argv
const archive = readdirSync(station).find(name => name.endsWith('.tar.gz')) ?? ''

process.exit(await main().catch(exitWith))

/** Follows "From a release archive" of docs/operations.md in an empty folder, and starts the server there. */
async function main(): Promise<number> {
  const report = createReport()
  const nowhere = await sh('getent hosts registry.npmjs.org || ip route | grep .')
  report.check('this walk has no network', nowhere.code !== 0)
  const folder = join(station, 'installed')
  mkdirSync(folder)
  for (const file of [archive, `${archive}.sig`, 'agent-ekyc-portal-release.pub'])
    cpSync(join(station, file), join(folder, file))
  for (const command of documented('archive')) {
    const real = command.replaceAll('agent-ekyc-portal-….tar.gz', archive)
    report.say(real)
    const { code, output } = await sh(real, { cwd: folder })
    report.check(output.trim().split('\n').at(-1) || 'no complaint', code === 0)
  }
  const holders = await sh('grep -rlaF "$PLANTED" .', { cwd: folder })
  report.check(
    'the archive holds none of the secrets that lay beside it',
    holders.code === 1 && holders.output === '',
    holders.output.trim(),
  )
  await report.walk('damage', () => damage(folder, report))
  await report.walk('the start', () => start(folder, report))
  await report.walk('the next archive', () => nextArchive(folder, report))
  return report.close()
}

async function nextArchive(folder: string, report: Report): Promise<void> {
  mkdirSync(join(folder, 'deploy/secrets'))
  writeFileSync(join(folder, 'deploy/secrets/pepper'), 'own')
  for (const command of documented('archive-before')) await sh(command, { cwd: folder })
  const files = await sh('find . -type f ! -name "*.tar.gz*" | sort', { cwd: folder })
  const own = ['./.env', './SHA256SUMS', './agent-ekyc-portal-release.pub', './deploy/secrets/pepper']
  report.check(
    'own files alone stay',
    files.stdout.trim() === own.join('\n'),
    files.stdout.trim().slice(0, 300),
  )
  const [, unpack = '', compare = ''] = documented('archive')
  const again = await sh(`${unpack.replace('agent-ekyc-portal-….tar.gz', archive)} && ${compare}`, {
    cwd: folder,
  })
  report.check('the next archive unpacks over them', again.code === 0, again.output.trim())
}

async function damage(folder: string, report: Report): Promise<void> {
  const bytes = readFileSync(join(folder, archive))
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  writeFileSync(join(folder, 'changed.tar.gz'), bytes)
  const [verify = ''] = documented('archive')
  const forged = await sh(
    verify
      .replace(/agent-ekyc-portal-….tar.gz.sig/, `${archive}.sig`)
      .replace('agent-ekyc-portal-….tar.gz', 'changed.tar.gz'),
    { cwd: folder },
  )
  report.check('a changed archive does not verify', forged.code !== 0, forged.output.trim().split('\n')[0])
  const file = join(folder, 'deploy/roles.sql')
  const own = readFileSync(file)
  writeFileSync(file, `${own.toString()}--`)
  const sums = await sh('sha256sum --check --quiet SHA256SUMS', { cwd: folder })
  report.check('a changed file is named', sums.output.includes('deploy/roles.sql: FAILED'))
  writeFileSync(file, own)
}

async function start(folder: string, report: Report): Promise<void> {
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const database = await startOwnPostgres({ durable: true })
  const world = {
    DATA_DIR: join(station, 'world'),
    SANDBOX_PORT: String(sandboxPort),
    CONSOLE_PORT: 'off',
    DEVICE_PORT: 'off',
  }
  const sandbox = run(programFile('sandbox'), { PATH: process.env.PATH, ...world }, station)
  let server: ChildProcess | undefined
  try {
    const env = {
      PATH: process.env.PATH,
      ...(await settingsFrom(join(world.DATA_DIR, 'sandbox/server-settings.json'))),
      DATABASE_URL: database.url,
      OVER_HTTPS: 'on',
      CONSENT_REQUIRED: 'on',
      ACCEPTED_RISKS: 'keys-in-files',
      RESULTS: 'pass-through',
      PORTAL_ORIGIN: 'https://ekyc.bank.example',
      BRANDING_FILE: join(folder, 'branding/example-second-bank.json'),
      DEMO_DATA: '',
      API_DOCS: '',
      PORT: String(port),
    }
    const admin = (words: string) =>
      sh(`${process.execPath} product/server/src/admin/main.ts ${words}`, { cwd: folder, env })
    const version = (await admin('--version')).stdout.trim()
    const commit = /^COMMIT=(.{12})/m.exec(readFileSync(join(folder, 'RELEASE'), 'utf8'))?.[1] ?? '?'
    report.check('the command line tells version and commit', version.includes(commit), version)
    const checked = await admin('config check')
    report.check(
      'config check takes the settings',
      checked.code === 0,
      checked.output.trim().split('\n').at(-1),
    )
    const refused = await sh(`DRAIN_MS=long ${process.execPath} product/server/src/main.ts --no-sandbox`, {
      cwd: folder,
      env,
    })
    report.check(
      'a wrong setting stops the start',
      refused.code === 1 && /DRAIN_MS must be/.test(refused.output),
    )

    server = run(join(folder, 'product/server/src/main.ts'), env, folder, ['--no-sandbox'])
    await becomeReady(server)
    for (const [path, word] of Object.entries({
      '/health/ready': '',
      '/': '<!doctype html>',
      '/branding.json': 'bankName',
    })) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`)
      const { status } = answer
      const body = await answer.text()
      report.check(
        `${path} answers`,
        status === 200 && body.includes(word),
        `${status}, ${body.length} characters`,
      )
    }
    const papers = ['sbom', 'vex', 'cbom'].filter(name => existsSync(join(folder, `${name}.cdx.json`)))
    report.check('the bills of materials lie in the folder', papers.length === 3, papers.join(', '))
  } finally {
    for (const one of [server, sandbox]) await stop(one)
    await database.close()
  }
}

function run(file: string, env: NodeJS.ProcessEnv, cwd: string, args: string[] = []): ChildProcess {
  return spawn(process.execPath, [...nodeFlags, file, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function settingsFrom(file: string): Promise<NodeJS.ProcessEnv> {
  for (let tries = 0; !existsSync(file); tries += 1) {
    if (tries === 120) throw new Error('the sandbox does not start')
    await sleep(250)
  }
  return JSON.parse(readFileSync(file, 'utf8')) as NodeJS.ProcessEnv
}

function becomeReady(server: ChildProcess): Promise<void> {
  const said: string[] = []
  return new Promise((ready, failed) => {
    for (const output of [server.stdout, server.stderr])
      if (output)
        createInterface({ input: output }).on('line', line => {
          said.push(line)
          if (line.startsWith('{"ready":true')) ready()
        })
    server.on('exit', () => failed(new Error(`the server ended: ${said.slice(-5).join(' ')}`)))
  })
}

async function stop(program: ChildProcess | undefined): Promise<void> {
  if (!program || program.exitCode !== null) return
  const ended = new Promise(done => program.on('exit', done))
  for (const signal of ['SIGTERM', 'SIGTERM'] as const) program.kill(signal)
  await ended
}
