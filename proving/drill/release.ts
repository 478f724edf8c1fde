import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { Complaint, exitWith } from '../../scripts/complaint.ts'
import { inRoot, root } from '../../scripts/folders.ts'
import { createReport, type Report } from './production/report.ts'
import { sh } from './production/sh.ts'

/** The text of every planted secret. It is random, so that no file contains it by chance. */
const planted = randomBytes(16).toString('hex')

const before = process.env.VERSION_BEFORE ?? 'HEAD'

process.exit(await main().catch(exitWith))

/**
 * Makes a release of this commit with a throw-away key, in a clone with planted secrets that the release must not
 * contain. Then it runs release/without-network.ts, which installs and starts the release without a network.
 * VERSION_BEFORE names the commit of the previous version.
 */
async function main(): Promise<number> {
  const report = createReport()
  // The folder must be on the same disk as the packages, because the drill makes hard links to them.
  mkdirSync(inRoot('dist'), { recursive: true })
  const folder = mkdtempSync(inRoot('dist/drill-release-'))
  try {
    const clone = join(folder, 'clone')
    await must(`git clone --quiet --shared ${root} ${clone}`)
    for (const packages of ['node_modules', 'proving/node_modules'])
      await must(`cp -al ${inRoot(packages)} ${join(clone, packages)}`)
    plantSecrets(clone)
    for (const command of [
      'openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:3072 -out release.key',
      'openssl pkey -in release.key -pubout -out agent-ekyc-portal-release.pub',
    ])
      await must(command, folder)
    await report.walk('the refusals', () => refusals(clone, report))

    const env = { RELEASE_KEY_FILE: join(folder, 'release.key') }
    const release = `npm run release -- --before=${before}`
    report.say(release)
    const { stdout } = await must(release, clone, env)
    report.say(
      stdout
        .slice(stdout.indexOf('image '))
        .trim()
        .replaceAll('\n', `\n${' '.repeat(17)}`),
    )
    const [sum] = sumsIn(stdout)
    // Removes the built portal, so that the second release builds the portal again.
    rmSync(join(clone, 'product/portal/dist'), { recursive: true })
    report.check(
      'the same commit makes the same bytes',
      sum !== undefined && sum === sumsIn((await must(release, clone, env)).stdout)[0],
    )

    const station = join(folder, 'station')
    mkdirSync(station)
    const made = readdirSync(join(clone, 'dist/release'))
    for (const file of made) cpSync(join(clone, 'dist/release', file), join(station, file))
    cpSync(join(folder, 'agent-ekyc-portal-release.pub'), join(station, 'agent-ekyc-portal-release.pub'))
    const inside = await sh(
      `unshare --net sh -c 'ip link set lo up; exec "$0" "$@"' ${process.execPath} ${inRoot('proving/drill/release/without-network.ts')} ${station}`,
      { env: { PLANTED: planted } },
    )
    process.stdout.write(inside.output)
    report.check('the walk without a network', inside.code === 0)
    return report.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function refusals(clone: string, report: Report): Promise<void> {
  const withoutKey = await sh('npm run --silent release', { cwd: clone, env: { RELEASE_KEY_FILE: '' } })
  report.check(
    'without a key nothing is made',
    withoutKey.code === 1 && !existsSync(join(clone, 'dist/release')),
  )
  writeFileSync(join(clone, 'left-over.txt'), '')
  const { output } = await sh(`npm run --silent release -- --before=${before}`, { cwd: clone })
  report.check('a tree that is not clean is refused', output.includes('The tree is not clean'), output.trim())
  rmSync(join(clone, 'left-over.txt'))
}

function plantSecrets(clone: string): void {
  for (const file of [
    'deploy/secrets/pepper',
    'deploy/production.env',
    'deploy/bundles/0001/production.env',
    'data/sandbox/server-settings.json',
    '.env',
  ]) {
    mkdirSync(join(clone, file, '..'), { recursive: true })
    writeFileSync(join(clone, file), `SMS_KEY=${planted}\n`)
  }
}

function sumsIn(output: string): string[] {
  return [...output.matchAll(/^SHA-256 +([0-9a-f]{64})$/gm)].map(([, sum = '']) => sum)
}

async function must(command: string, cwd = root, env: NodeJS.ProcessEnv = {}) {
  const ended = await sh(command, { cwd, env })
  if (ended.code !== 0) throw new Complaint(`${command}\n  ended with ${ended.code}: ${ended.output.trim()}`)
  return ended
}
