import { exitWith } from '../../scripts/complaint.ts'
import { installIfNeeded } from '../../scripts/install.ts'
import { createProgress } from '../../scripts/progress.ts'

await main().catch(exitWith)

/** Imports command-line.ts only after the installation, because that file imports packages that may be missing. */
async function main(): Promise<void> {
  await installIfNeeded('everything', createProgress())
  const { runTexts } = await import('./command-line.ts')
  runTexts(process.argv.slice(2))
}
