import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { Complaint } from './complaint.ts'
import { inRoot } from './folders.ts'
import type { Progress } from './progress.ts'
import { runNpm } from './run.ts'

/** The workspaces that `npm start` needs: the programs, and the tool that builds portal and console. */
const productParts = ['product/portal', 'product/console', 'product/server', 'product/sandbox']
const stampFile = inRoot('node_modules/.product-installed')

type Locked = { version?: string; optional?: boolean; devOptional?: boolean }

/**
 * Installs missing packages: those of the product, or those of both lock files. It runs no install scripts, because
 * everything works without them, and they would have the rights of the account that starts the product. It keeps
 * existing packages, because a running product may use them.
 */
export async function installIfNeeded(
  what: 'product' | 'everything',
  progress: Progress,
  signal?: AbortSignal,
): Promise<void> {
  const lock = readFileSync(inRoot('package-lock.json'))
  const hash = createHash('sha256').update(lock).digest('hex')
  const isProductStamped = what === 'product' && readText(stampFile) === hash
  const missing = [
    ...(isProductStamped || isInstalledIn(inRoot()) ? [] : [workspaces(what)]),
    ...(what === 'product' || isInstalledIn(inRoot('proving')) ? [] : [['--prefix=proving']]),
  ]
  if (missing.length === 0) return
  await progress('Installing packages (only after a clone or an update)', async () => {
    for (const place of missing) await install(place, signal)
    writeFileSync(stampFile, hash)
  })
}

async function install(place: string[], signal: AbortSignal | undefined): Promise<void> {
  const { code, output } = await runNpm(
    ['install', '--no-save', '--include=dev', '--ignore-scripts', '--prefer-offline', ...place],
    { quiet: true, signal },
  )
  if (code !== 0) throw new Complaint(`npm install failed:\n${output.trim()}${cacheHint(output)}`)
}

/** The options omit `scripts`, which contains the Node from npm. prepare.cjs installs that Node if needed. */
function workspaces(what: 'product' | 'everything'): string[] {
  if (what === 'product') return productParts.map(part => `--workspace=${part}`)
  const { workspaces: all } = readJson<{ workspaces: string[] }>(inRoot('package.json'))
  return [
    '--include-workspace-root',
    ...all.filter(part => part !== 'scripts').map(part => `--workspace=${part}`),
  ]
}

function isInstalledIn(folder: string): boolean {
  return isInstalled(join(folder, 'package-lock.json'), join(folder, 'node_modules/.package-lock.json'))
}

/**
 * Tells whether a lock file's packages are installed, by the list that npm writes at the end of an install. The dates
 * of files are unreliable, because a checkout touches files without changing them.
 */
export function isInstalled(lock: string, list: string): boolean {
  const wanted = packagesIn(lock)
  const present = packagesIn(list)
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (!path.includes('node_modules/')) return true // The path is a part of the project.
    const installed = present[path]
    // A package may be missing if it is for another platform, or if it is the Node from npm, which only some machines
    // need.
    if (!installed) return Boolean(optional ?? devOptional) || path === 'node_modules/@ekyc/scripts'
    return installed.version === version
  })
}

/** Returns a hint for npm's error about root-owned files, which npm also prints if the home folder is read-only. */
function cacheHint(output: string): string {
  if (!/\b(EACCES|EROFS|EPERM)\b/.test(output)) return ''
  return '\n\nIf npm may not write to its cache, name another: npm_config_cache=/a/folder/of/yours npm start'
}

export function hasPackagesOf(part: string): boolean {
  const { dependencies } = readJson<{ dependencies: object }>(inRoot(part, 'package.json'))
  return Object.keys(dependencies).every(name =>
    [inRoot(part, 'node_modules', name), inRoot('node_modules', name)].some(path => existsSync(path)),
  )
}

function packagesIn(path: string): Record<string, Locked> | undefined {
  try {
    return readJson<{ packages: Record<string, Locked> }>(path).packages
  } catch {
    return undefined
  }
}

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(path, 'utf8')) as Content
}

function readText(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
