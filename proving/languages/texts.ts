import { exitWith } from '../../scripts/complaint.ts'
import { installIfNeeded } from '../../scripts/install.ts'
import { createProgress } from '../../scripts/progress.ts'

await main().catch(exitWith)

/** Loads the command line only after the installation, because it imports packages that may have been missing. */
async function main(): Promise<void> {
  await installIfNeeded('everything', createProgress())
  const { runTexts } = await import('./command-line.ts')
  runTexts(process.argv.slice(2))
}
