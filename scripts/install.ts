import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

import { Complaint } from './complaint.ts'
import { inRoot } from './folders.ts'
import type { Progress } from './progress.ts'
import { runNpm } from './run.ts'

/**
 * The programs and the tool that builds portal and console, or all parts. Neither has `scripts`, which contains the Node
 * from npm: prepare.cjs installs that Node if needed.
 */
const workspaces = {
  product: ['portal', 'console', 'server', 'sandbox'].map(part => `--workspace=product/${part}`),
  everything: ['--include-workspace-root', '--workspace=product'],
}
const stampFile = inRoot('node_modules/.installed')

/**
 * Installs packages where the lock files are not those of the last installation: the packages of the product, or those
 * of both lock files. npm keeps what is there already. It runs no install scripts, because everything works without
 * them, and they would have the rights of the account that starts the product.
 */
export async function installIfNeeded(
  what: 'product' | 'everything',
  progress: Progress,
  signal?: AbortSignal,
): Promise<void> {
  const hash = createHash('sha256')
  for (const lock of ['package-lock.json', 'proving/package-lock.json'])
    hash.update(readFileSync(inRoot(lock)))
  const locked = hash.digest('hex')
  const installed = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
  if (installed === `${locked} everything` || installed === `${locked} ${what}`) return
  await progress('Installing packages (only after a clone or an update)', async () => {
    await install(workspaces[what], signal)
    if (what === 'everything') await install(['--prefix=proving'], signal)
    writeFileSync(stampFile, `${locked} ${what}`)
  })
}

async function install(place: string[], signal: AbortSignal | undefined): Promise<void> {
  const { code, output } = await runNpm(
    ['install', '--no-save', '--include=dev', '--ignore-scripts', '--prefer-offline', ...place],
    { quiet: true, signal },
  )
  if (code !== 0) throw new Complaint(`npm install failed:\n${output.trim()}${cacheHint(output)}`)
}

/** Returns a hint for npm's error about root-owned files, which npm also prints if the home folder is read-only. */
function cacheHint(output: string): string {
  if (!/\b(EACCES|EROFS|EPERM)\b/.test(output)) return ''
  return '\n\nIf npm may not write to its cache, name another: npm_config_cache=/a/folder/of/yours npm start'
}
