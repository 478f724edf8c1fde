import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Complaint } from '../../../scripts/complaint.ts'
import { installDebianPackages } from '../../../scripts/debian-packages.ts'
import { inRoot } from '../../../scripts/folders.ts'
import { run, runNpm, type Ended } from '../../../scripts/run.ts'
import type { Step } from './step.ts'

/** The folder of the audit's npm tools, apart from the product's packages. Its package-lock.json pins their hashes. */
const npmTools = inRoot('proving/audit/strangers/tools')

export function ofNpmTool(...parts: string[]): string {
  return join(npmTools, 'node_modules', ...parts)
}

export async function versionOf(step: Step): Promise<{ version: string } | { missing: string }> {
  const versions = await Promise.all(step.debian.map(name => debianVersion(name)))
  const absent = step.debian.filter((_, index) => versions[index] === undefined)
  const ours = step.npm === undefined ? versions[0] : npmVersion(step.npm)
  if (absent.length > 0) return { missing: `needs Debian's ${absent.join(', ')} (--install installs them)` }
  if (ours === undefined) return { missing: `needs npm's ${step.npm} (--install installs it)` }
  return { version: ours }
}

export async function installTools(steps: readonly Step[]): Promise<void> {
  await installDebianPackages(...new Set(steps.flatMap(({ debian }) => debian)))
  if (!steps.some(({ npm }) => npm)) return
  const { code, output } = await runNpm(
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', `--prefix=${npmTools}`],
    { quiet: true },
  )
  if (code !== 0) throw new Complaint(`npm could not install the tools: ${output.trim()}`)
}

/** Runs a tool, and stops it after `seconds`. The caller checks the exit code of the tool. */
export function runTool(command: string, args: string[], seconds: number, env = {}): Promise<Ended> {
  return run(command, args, {
    quiet: true,
    env: { ...process.env, ...env },
    signal: AbortSignal.timeout(seconds * 1000),
  })
}

async function debianVersion(name: string): Promise<string | undefined> {
  const { code, output } = await run('dpkg-query', ['-W', '-f=${db:Status-Status} ${Version}', name], {
    quiet: true,
  })
  const [, version] = /^installed (\S+)$/.exec(output.trim()) ?? []
  return code === 0 ? version : undefined
}

function npmVersion(name: string): string | undefined {
  const file = ofNpmTool(name, 'package.json')
  if (!existsSync(file)) return undefined
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
