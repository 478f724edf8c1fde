/**
 * The quick bench runs a short form of three benches, to show whether a change has made the product slower. Only the
 * complete benches record their results.
 *
 *   npm run bench:quick
 */
import { inRoot } from '../../scripts/folders.ts'
import { runNode } from '../../scripts/run.ts'

const benches: [file: string, ...args: string[]][] = [
  ['server.ts', '--quick', '--only=orderList,submit'],
  ['kyc-share.ts', '--quick'],
  ['growth.ts', '--quick'],
]

const began = performance.now()
const failed: string[] = []
for (const [file, ...args] of benches) {
  const { code } = await runNode([inRoot('proving', 'bench', file), ...args])
  if (code !== 0) failed.push(file)
}
console.log(`\n${Math.round((performance.now() - began) / 1_000)} s`)
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0
