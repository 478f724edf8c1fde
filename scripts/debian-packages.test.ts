import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { afterAll, beforeEach, expect, test, vi } from 'vitest'

import { installDebianPackages } from './debian-packages.ts'

const folder = mkdtempSync(join(tmpdir(), 'apt-'))
const log = join(folder, 'log')
afterAll(() => rmSync(folder, { recursive: true }))

const isDebian = existsSync('/etc/debian_version')

beforeEach(() => {
  writeFileSync(log, '')
  program('sudo', `echo "sudo $*" >>${log}`)
  program('apt-get', `echo "apt-get $*" >>${log}`)
  program('apt-cache', 'printf "firefox-esr\\npgbouncer\\n"')
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`)
  return () => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  }
})

test.runIf(isDebian)('root installs the packages that apt knows', async () => {
  vi.spyOn(process, 'getuid').mockReturnValue(0)
  await installDebianPackages('firefox-esr', 'chromium-headless-shell')
  expect(commands()).toEqual(['apt-get update', 'apt-get install -y --no-install-recommends firefox-esr'])
})

test.runIf(isDebian)(
  'the account of a CI installs them by sudo, and a person’s account nothing',
  async () => {
    vi.spyOn(process, 'getuid').mockReturnValue(1000)
    vi.stubEnv('CI', 'true')
    await installDebianPackages('pgbouncer')
    expect(commands().at(-1)).toBe(
      'sudo -n env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends pgbouncer',
    )
    writeFileSync(log, '')
    vi.stubEnv('CI', '')
    await installDebianPackages('pgbouncer')
    expect(commands()).toEqual([])
  },
)

function program(name: string, line: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`)
  chmodSync(join(folder, name), 0o755)
}

function commands() {
  return readFileSync(log, 'utf8').split('\n').filter(Boolean)
}
