import { spawn } from 'node:child_process'

import { Complaint, exitWith } from './complaint.ts'
import { nodeFlags, programFile, root } from './folders.ts'
import { hasPackagesOf } from './install.ts'
import { readSandboxSettings, readSettings, withDefaults } from './settings.ts'

try {
  main()
} catch (error) {
  exitWith(error)
}

/**
 * Runs the admin command line with the settings of the server that `npm start` runs. It installs no packages, because a
 * running server uses the same packages.
 */
function main(): void {
  const { dataDir } = readSettings()
  if (!hasPackagesOf('product/server'))
    throw new Complaint('Packages are missing: run npm start once, or npm ci --ignore-scripts.')
  const ofSandbox = readSandboxSettings(dataDir)
  const admin = spawn(process.execPath, [...nodeFlags, programFile('admin'), ...process.argv.slice(2)], {
    cwd: root,
    env: { ...withDefaults(process.env, ofSandbox), DATA_DIR: dataDir },
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {}) // Only the child handles signals.
  const { AUDIT_KEY, AUDIT_KEY_FILE } = { ...ofSandbox, ...process.env }
  admin.on('exit', code => {
    if (code === 1 && !AUDIT_KEY && !AUDIT_KEY_FILE)
      console.error(
        `npm start has left no settings in ${dataDir}: set its DATA_DIR, or the settings of your server.`,
      )
    process.exit(code ?? 1)
  })
}
