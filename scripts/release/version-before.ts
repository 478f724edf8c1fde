import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { productionSettings } from '../../product/server/src/testing/production-settings.ts'
import { Complaint } from '../complaint.ts'
import { inRoot, programFile } from '../folders.ts'
import { run, runNode } from '../run.ts'

const example = 'deploy/production.env.example'

/**
 * Reads the example settings and the branding files of an earlier version with the readers of this version. Settings
 * that the earlier version did not have stay unset.
 * @param before a commit, or a release archive
 * @param notes the upgrade notes, which name settings that were removed or have become mandatory
 * @returns a sentence for each other setting or field that would stop a start, or that nothing reads any more
 */
export async function problemsOfVersionBefore(before: string, notes: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-before-'))
  try {
    await unpack(before, folder)
    const settings = settingsIn(join(folder, example))
    const known = settingsIn(inRoot(example))
    const isTold = (name = '') => notes.includes(`\`${name}\``)
    const gone = [...settings.keys()].filter(name => !known.has(name) && !isTold(name))
    const ours = Object.entries(await productionSettings()).filter(([name]) => settings.has(name))
    const set = Object.fromEntries([...ours, ...[...settings].filter(([, value]) => value)])
    const env = { ...set, PORTAL_FOLDER: '', PATH: process.env.PATH }
    const files = readdirSync(join(folder, 'branding')).filter(file => file.endsWith('.json'))
    const refused = await Promise.all(
      files.toSorted().map(async name => {
        const problems = await problemsOf({ ...env, BRANDING_FILE: join(folder, 'branding', name) })
        const isNewDemand = ([setting = '']: string[]) => !settings.has(setting) && isTold(setting)
        return problems
          .filter(problem => !isNewDemand(problem.split(' ', 1)))
          .map(problem => `${name}: ${problem}.`)
      }),
    )
    return [...gone.map(name => `${name} was a setting, and nothing reads it any more.`), ...refused.flat()]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const needed = ['--wildcards', `*/${example}`, '*/branding']
const unpackCommit = `git archive "$(git rev-parse --verify --end-of-options "$1^{commit}")" ${example} branding | tar -x -C "$2"`

async function unpack(before: string, folder: string): Promise<void> {
  const { code } = existsSync(before)
    ? await run('tar', ['-xzf', before, '-C', folder, '--strip-components=1', ...needed], { quiet: true })
    : await run('sh', ['-c', unpackCommit, 'release', before, folder], { quiet: true })
  if (code !== 0 || !existsSync(join(folder, example)))
    throw new Complaint(`${before} is no commit and no release archive with ${example}: --before names one.`)
}

/** Includes the settings that are commented out. */
function settingsIn(file: string): Map<string, string> {
  const lines = readFileSync(file, 'utf8').matchAll(/^#?([A-Z0-9_]+)=(.*)$/gm)
  return new Map([...lines].map(([, name = '', value = '']) => [name, value]))
}

async function problemsOf(env: NodeJS.ProcessEnv): Promise<string[]> {
  // Only a demo may start with the branding of the demo bank.
  const isDemo = basename(env.BRANDING_FILE ?? '') === 'default.json'
  const { stdout } = await runNode([programFile('admin'), 'config', 'check', '--json'], {
    quiet: true,
    env: isDemo ? { ...env, DEMO_DATA: 'on', OVER_HTTPS: 'off' } : env,
  })
  return (JSON.parse(stdout) as { problems: string[] }).problems
}
