import { pathToFileURL } from 'node:url'

import { Complaint, exitWith } from './complaint.ts'
import { programFile } from './folders.ts'
import { readSandboxSettings, readSettings, withDefaults } from './settings.ts'

await main().catch(exitWith)

/**
 * Runs the admin command line with the settings of the server that `npm start` runs. It installs no packages, because a
 * running server uses the same packages.
 */
async function main(): Promise<void> {
  const { dataDir } = readSettings()
  const settings = withDefaults(process.env, readSandboxSettings(dataDir))
  Object.assign(process.env, settings, { DATA_DIR: dataDir })
  await import(pathToFileURL(programFile('admin')).href).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Complaint('Packages are missing: run npm start once, or npm ci --ignore-scripts.')
  })
  if (process.exitCode === 1 && !settings.AUDIT_KEY && !settings.AUDIT_KEY_FILE)
    console.error(
      `npm start has left no settings in ${dataDir}: set its DATA_DIR, or the settings of your server.`,
    )
}
