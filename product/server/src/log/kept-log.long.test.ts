import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { collectingLog } from '../../testing/collecting-log.ts'
import { agentPassword, startTestServer } from '../../testing/test-server.ts'

const shipped = join(import.meta.dirname, '../../../../deploy/logs')
const [rsyslogd, logrotate] = ['/usr/sbin/rsyslogd', '/usr/sbin/logrotate']
const isRoot = process.getuid?.() === 0
const ownGroup = execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim()

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ekyc-logs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function copied(file: string, paths: Record<string, string>): string {
  let text = readFileSync(join(shipped, file), 'utf8')
  for (const [from, to] of Object.entries(paths)) {
    expect(text).toContain(from)
    text = text.replaceAll(from, to)
  }
  const copy = join(folder, file)
  writeFileSync(copy, text)
  return copy
}

async function kept(stored: string[], count: number): Promise<Record<string, unknown>[]> {
  const containers = join(folder, 'containers')
  mkdirSync(join(containers, 'c0ffee'), { recursive: true })
  const into = join(folder, 'kept')
  mkdirSync(into)
  writeFileSync(join(containers, 'c0ffee', 'c0ffee-json.log'), stored.map(line => `${line}\n`).join(''))
  const file = copied('rsyslog-ekyc.conf', {
    '/var/lib/docker/containers': containers,
    '/var/log/ekyc': into,
    // Only root and a member of adm may give a file to adm.
    'fileGroup="adm"': `fileGroup="${ownGroup}"`,
  })
  const main = join(folder, 'rsyslog.conf')
  writeFileSync(main, `global(workDirectory="${folder}")\ninclude(file="${file}")\n`)
  const started = spawn(rsyslogd, ['-n', '-f', main, '-i', join(folder, 'pid')], { stdio: 'pipe' })
  const ended = new Promise(resolve => started.once('exit', resolve))
  let complaints = ''
  started.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const output = join(into, 'server.json')
  const lines = () => (existsSync(output) ? readFileSync(output, 'utf8').split('\n').filter(Boolean) : [])
  try {
    await expect.poll(() => ({ complaints, count: lines().length })).toEqual({ complaints: '', count })
  } finally {
    started.kill()
    await ended
  }
  return lines().map(line => JSON.parse(line) as Record<string, unknown>)
}

/** Returns a line in the form in which Docker's driver json-file stores it. */
const inContainer = (line: string) =>
  JSON.stringify({ log: `${line}\n`, stream: 'stdout', time: '2026-03-10T06:30:00.200000000Z' })

test.skipIf(!existsSync(rsyslogd))(
  'rsyslog keeps a real log of the server as ECS, and nothing of other containers',
  async () => {
    const { log, text, lines: written } = collectingLog()
    const server = await startTestServer({}, { log })
    const agentId = await server.addAgent({ mobile: '9400000001', password: agentPassword })
    const token = await server.signIn('9400000001')
    await server.call('listOrders', { username: '9400000001', pageNo: 1 }, { token })
    await server.call('login', { username: '9400000001', password: 'x', otpDetails: null })
    await server.close()
    log.error(
      { err: Object.assign(new Error('a "quoted"\nreason'), { code: 'EPIPE' }) },
      'a job or a call failed',
    )
    const cause = new Error('no route')
    log.warn(
      { err: new Error('unreachable', { cause }), certificate: 'KUA' },
      'the bank gave no usable answer',
    )

    const others = ['LOG:  checkpoint starting: time', '{"level":"info","ts":1.5,"msg":"of Caddy"}']
    const ours = text().split('\n').filter(Boolean)
    const keptLines = await kept([...ours, ...others].map(inContainer).concat('no JSON'), ours.length)

    expect(keptLines.map(({ message }) => message)).toEqual(written().map(({ msg }) => msg))
    const answeredOf = (call: string) => {
      const at = written().findLastIndex(one => one['msg'] === 'answered' && one['call'] === call)
      return { line: written()[at] ?? {}, ecs: keptLines[at] ?? {} }
    }
    const { line, ecs } = answeredOf('listOrders')
    expect(ecs).toEqual({
      '@timestamp': line['time'],
      ecs: { version: '8.11.0' },
      message: 'answered',
      log: { level: 'info' },
      service: { name: 'ekyc-server' },
      host: { name: hostname() },
      process: { pid: process.pid },
      event: {
        dataset: 'ekyc.server',
        kind: 'event',
        action: 'listOrders',
        outcome: 'success',
        duration: Math.floor(Number(line['ms'])) * 1_000_000,
      },
      http: { request: { id: line['reqId'], method: 'POST' }, response: { status_code: 200 } },
      client: { ip: line['address'] },
      user: { id: agentId },
      trace: { id: line['traceId'] },
      ekyc: expect.objectContaining({ outcome: 'success', ms: line['ms'], requestId: line['requestId'] }),
    })
    expect(answeredOf('login').ecs).toMatchObject({ event: { outcome: 'failure' } })

    const [failed, unusable] = keptLines.slice(-2)
    expect(failed).toMatchObject({
      log: { level: 'error' },
      error: {
        type: 'Error',
        code: 'EPIPE',
        message: 'a "quoted"\nreason',
        stack_trace: expect.stringContaining('kept-log'),
      },
    })
    expect(unusable).toMatchObject({
      log: { level: 'warn' },
      ekyc: { certificate: 'KUA', err: { cause: { message: 'no route' } } },
    })
    // The kept lines contain every string value of the written lines, under any name.
    const names = new Set(written().flatMap(one => Object.keys(one)))
    const keptText = JSON.stringify(keptLines)
    for (const name of names)
      for (const value of written().flatMap(one => (typeof one[name] === 'string' ? [one[name]] : [])))
        expect(keptText).toContain(JSON.stringify(value).slice(1, -1))
  },
)

test.skipIf(!existsSync(logrotate) || !isRoot)('logrotate keeps a file a day, and 180 of them', () => {
  const logs = join(folder, 'logs')
  mkdirSync(logs, { mode: 0o750 })
  const file = copied('logrotate-ekyc', { '/var/log/ekyc': logs, '/usr/lib/rsyslog/rsyslog-rotate': 'true' })
  const dayMs = 86_400_000
  // logrotate reads the machine's clock, as `date` does.
  const today = Date.parse(execFileSync('date', ['+%F'], { encoding: 'utf8' }).trim())
  const day = (ago: number) => new Date(today - ago * dayMs)
  const nameOf = (ago: number) => `server.json-${day(ago).toISOString().slice(0, 10).replaceAll('-', '')}.gz`
  for (let ago = 1; ago <= 190; ago += 1) {
    writeFileSync(join(logs, nameOf(ago)), 'of that day')
    utimesSync(join(logs, nameOf(ago)), day(ago), day(ago))
  }
  writeFileSync(join(logs, 'server.json'), 'of today\n')
  execFileSync(logrotate, ['--force', `--state=${join(folder, 'state')}`, file])
  const files = readdirSync(logs)
  const older = files.filter(name => name !== 'server.json')
  expect(older).toHaveLength(180)
  expect(older).toContain(nameOf(179))
  expect(older).not.toContain(nameOf(180))
  expect(readFileSync(join(logs, 'server.json'), 'utf8')).toBe('')
})
