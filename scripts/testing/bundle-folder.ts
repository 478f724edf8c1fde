import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeEach } from 'vitest'

import { productionSettings } from '../../product/server/testing/production-settings.ts'
import { inRoot, programFile } from '../folders.ts'

const root = mkdtempSync(join(tmpdir(), 'ekyc-bundles-'))
const { BRANDING_FILE: bank, ...settings } = await productionSettings()
export const inFolder = (...path: string[]) => join(root, ...path)
export const read = (...path: string[]) => readFileSync(inFolder(...path), 'utf8')
export const write = (path: string, text: string) => writeFileSync(inFolder(path), text)
export const branding = JSON.parse(readFileSync(bank, 'utf8')) as Record<string, unknown> & { emails: object }

/**
 * A stand-in for docker. The image of version 0.9 has no check of bundles, version 0.8 has no image, and all other
 * versions run this checkout's command line. While version 0.7 checks a bundle, another bundle is applied.
 */
const docker = `#!/bin/sh
if [ "$1" = image ]; then case "$3" in *:0.8) exit 1 ;; *) exit 0 ;; esac; fi
echo "$@" >>calls
case "$VERSION" in 0.7) echo BUNDLE=bundles/0042 >>.env; echo Settings; exit ;; 0.9) echo "There is no command 'config'." >&2; exit 2 ;; esac
shift 7
set -a
. ./settings.env
. "./deploy/$BUNDLE/production.env"
BRANDING_FILE="$PWD/deploy/$BUNDLE/branding.json"
exec '${process.execPath}' '${programFile('admin')}' "$@"
`

/** Gives each test of a file a folder of its own. */
export function withFolder(): void {
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  beforeEach(() => {
    rmSync(root, { recursive: true, force: true })
    mkdirSync(inFolder('deploy/rules'), { recursive: true })
    cpSync(inRoot('deploy/config'), inFolder('deploy/config'))
    cpSync(inRoot('branding/fonts'), inFolder('deploy/fonts'), { recursive: true })
    write('.env', 'PORTAL_ADDRESS=ekyc.bank.example\nVERSION=1.0.0-a\nCOMMIT=aaaa')
    write('docker', docker)
    chmodSync(inFolder('docker'), 0o755)
    write(
      'settings.env',
      Object.entries(settings)
        .map(([name, value]) => `${name}='${value}'\n`)
        .join(''),
    )
    write('deploy/production.env', 'SESSION_IDLE_LIMIT_MS=1800000\n')
    writeBranding({})
  })
}

export function writeBranding(changed: object): void {
  write('deploy/branding.json', JSON.stringify({ ...branding, ...changed }))
}

export function config(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(inFolder('deploy/config'), words, {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], COMPOSE: `${inFolder('docker')} compose`, ADMIN_OPERATOR: 'Priya N' },
  })
  return { code: status, out: stdout.trim(), complaint: stderr.trim() }
}

export const kept = () =>
  existsSync(inFolder('deploy/bundles')) ? readdirSync(inFolder('deploy/bundles')) : []

/** The image of version 0.9 cannot check bundles, so deploy/config accepts every bundle at once. */
export function underFormerVersion(): void {
  write('.env', read('.env').replace('1.0.0-a', '0.9'))
}
