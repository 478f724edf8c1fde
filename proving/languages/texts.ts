import { exitWith } from '../../scripts/complaint.ts'
import { installIfNeeded } from '../../scripts/install.ts'
import { createProgress } from '../../scripts/progress.ts'

await main().catch(exitWith)

/** The packages may be missing, and the command line needs them as soon as it is imported. */
async function main(): Promise<void> {
  await installIfNeeded('everything', createProgress())
  const { runTexts } = await import('./command-line.ts')
  runTexts(process.argv.slice(2))
}
