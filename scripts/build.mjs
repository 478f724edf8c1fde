import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'

import { commitNow } from './commit.mjs'
import { Complaint, exitWith } from './complaint.mjs'
import { inRoot, programFile } from './folders.mjs'
import { runNode } from './run.mjs'
import { isFresh, stamp } from './stamp.mjs'

/**
 * What `npm run build` makes: `sources`, and what it is `told` beside them, decide whether it is stale, `results` must be
 * there, `make` makes it.
 */
const targets = {
  node: {
    sources: ['contract', 'server', 'sandbox', 'scripts/build.mjs', 'package.json', 'package-lock.json'],
    told: commitNow,
    results: () => programs().map(({ name }) => programFile(name)),
    make: bundlePrograms,
  },
  portal: {
    sources: ['contract', 'rd-client', 'portal', 'package-lock.json'],
    results: () => [inRoot('portal/dist/index.html')],
    make: buildPortal,
  },
}

/**
 * Builds what is older than its sources, in processes of their own and at the same time: start lives on for days
 * and should not carry a bundler.
 */
export async function buildIfStale(progress, signal, only = Object.keys(targets)) {
  const stale = only.filter(name => !isFresh(name, targets[name]))
  if (stale.length === 0) return
  await progress(`Building ${stale.includes('portal') ? 'the portal' : 'the programs'}`, async () => {
    const { code, output } = await runNode([fileURLToPath(import.meta.url), `--only=${stale.join(',')}`], {
      quiet: true,
      signal,
    })
    if (code !== 0) throw new Complaint(`The build failed:\n${output.trim()}`)
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build().catch(exitWith)

async function build() {
  const { values } = parseArgs({ options: { only: { type: 'string' } } })
  const names = values.only?.split(',') ?? Object.keys(targets)
  const unknown = names.find(name => !targets[name])
  if (unknown) throw new Complaint(`There is no build '${unknown}': ${Object.keys(targets).join(' or ')}.`)
  await Promise.all(
    names.map(async name => {
      const commit = stamp(name, targets[name])
      await targets[name].make()
      commit()
    }),
  )
}

function programs() {
  return [
    { name: 'server', input: inRoot('server/src/main.ts') },
    { name: 'argon2id-worker', input: inRoot('server/src/hashing/argon2id-worker.ts') },
    {
      name: 'private-postgres-guard',
      input: inRoot('server/src/private-postgres/private-postgres-guard.ts'),
    },
    { name: 'admin', input: inRoot('server/src/admin/main.ts') },
    { name: 'sandbox', input: inRoot('sandbox/src/main.ts') },
  ].filter(({ input }) => existsSync(input))
}

/** One file a program: our parts bundled in, packages left in node_modules, SQL read as text. */
async function bundlePrograms() {
  const { rolldown } = await import('rolldown')
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  for (const { name, input } of programs()) {
    const bundle = await rolldown({
      input,
      platform: 'node',
      external: id => /^[@\w]/.test(id) && !isAbsolute(id) && !id.startsWith('@ekyc/'),
      plugins: [textOfFiles()],
      transform: {
        define: { BUILD_VERSION: JSON.stringify(version), BUILD_COMMIT: JSON.stringify(commitNow()) },
      },
    })
    const into = dirname(programFile(name))
    const folder = join(into, `.${name}-${process.pid}`)
    await bundle.write({ dir: folder, entryFileNames: `${name}.js`, codeSplitting: false, sourcemap: true })
    await bundle.close()
    // Into place in one move: a program may be starting from the old one at this moment.
    for (const file of [`${name}.js.map`, `${name}.js`]) renameSync(join(folder, file), join(into, file))
    rmSync(folder, { recursive: true })
  }
}

/** `import sql from './0001_first.sql?raw'` gives the file's text, as it does under vite and vitest. */
function textOfFiles() {
  return {
    name: 'text-of-files',
    resolveId: (id, importer) => (id.endsWith('?raw') && importer ? resolve(dirname(importer), id) : null),
    load: id =>
      id.endsWith('?raw')
        ? {
            code: `export default ${JSON.stringify(readFileSync(id.slice(0, -4), 'utf8'))}`,
            moduleType: 'js',
          }
        : null,
  }
}

async function buildPortal() {
  const { code, output } = await runNode(
    [inRoot('node_modules/vite/bin/vite.js'), 'build', inRoot('portal')],
    // Whoever asks for the build, a test too: with another NODE_ENV it would carry React's development code.
    { quiet: true, env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (code !== 0) throw new Complaint(output.trim())
}
