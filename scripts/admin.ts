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
 * Runs the admin command line with the settings of the server that `npm start` runs. It installs nothing, since a
 * server beside it uses the same packages.
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
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {}) // The command line handles signals itself.
  admin.on('exit', code => process.exit(code ?? 1))
}
