import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

import { Complaint, exitWith } from './complaint.mjs'
import { programFile, root } from './folders.mjs'
import { hasPackagesOf } from './install.mjs'
import { readSandboxSettings, readSettings, withDefaults } from './settings.mjs'

try {
  main()
} catch (error) {
  exitWith(error)
}

/**
 * The admin command line on the same settings as the server that `npm start` runs. It is run as it was built and
 * installed: the server that may run beside it keeps the files that it runs from.
 */
function main() {
  const { dataDir } = readSettings()
  if (!hasPackagesOf('server'))
    throw new Complaint('Packages are missing: run npm start once, or npm ci --ignore-scripts.')
  if (!existsSync(programFile('admin')))
    throw new Complaint('The command line is not built yet: run npm start once, or npm run build.')
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
