import { spawn } from 'node:child_process'

import { buildIfStale } from './build.mjs'
import { exitWith } from './complaint.mjs'
import { programFile, root } from './folders.mjs'
import { installIfNeeded } from './install.mjs'
import { createProgress } from './progress.mjs'
import { readSandboxSettings, readSettings, withDefaults } from './settings.mjs'

await main().catch(exitWith)

/** The admin command line on the same settings as the server that `npm start` runs. */
async function main() {
  const { dataDir } = readSettings()
  const progress = createProgress(process.stderr) // stdout belongs to the command's answer
  await installIfNeeded(progress)
  await buildIfStale(progress, undefined, ['node'])
  const admin = spawn(
    process.execPath,
    ['--enable-source-maps', programFile('admin'), ...process.argv.slice(2)],
    {
      cwd: root,
      env: { ...withDefaults(process.env, readSandboxSettings(dataDir)), DATA_DIR: dataDir },
      stdio: 'inherit',
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {}) // the command decides how it ends
  admin.on('exit', code => process.exit(code ?? 1))
}
