import { spawn } from 'node:child_process'

import { Complaint, exitWith } from './complaint.ts'
import { nodeEnv, nodeFlags, programFile, root } from './folders.ts'
import { hasPackagesOf } from './install.ts'
import { readSandboxSettings, readSettings, withDefaults } from './settings.ts'

try {
  main()
} catch (error) {
  exitWith(error)
}

/**
 * Runs the admin command line on the settings of the server that `npm start` runs. It installs nothing, so that a server
 * beside it keeps the packages that it runs from.
 */
function main(): void {
  const { dataDir } = readSettings()
  if (!hasPackagesOf('server'))
    throw new Complaint('Packages are missing: run npm start once, or npm ci --ignore-scripts.')
  const admin = spawn(process.execPath, [...nodeFlags, programFile('admin'), ...process.argv.slice(2)], {
    cwd: root,
    env: { ...nodeEnv, ...withDefaults(process.env, readSandboxSettings(dataDir)), DATA_DIR: dataDir },
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {}) // the command decides how it ends
  admin.on('exit', code => process.exit(code ?? 1))
}
