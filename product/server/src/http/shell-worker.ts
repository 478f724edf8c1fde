import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { paths } from '@ekyc/contract/paths'

import { preparedAnswer, type PreparedAnswer } from './prepared-answer.ts'

export const workerPath = '/worker.js'

/** The path of each public page, with the path of the answer that the worker stores for that page. */
const pages = {
  [paths.home]: paths.login,
  [paths.login]: paths.login,
  [paths.deviceCheck]: paths.privacyPolicy,
  [paths.privacyPolicy]: paths.privacyPolicy,
  [paths.termsAndConditions]: paths.privacyPolicy,
}

const headers = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
}

/**
 * Builds the service worker of the portal's shell (decision record 0051). A browser installs the worker again when the
 * worker's text changes. The text therefore contains a version, which changes with the build, the brand and the pages'
 * content security policy.
 */
export function shellWorker(options: {
  folder: string
  brand: readonly string[]
  contents: readonly string[]
}): PreparedAnswer {
  const { folder, brand, contents } = options
  const code = readFileSync(join(folder, workerPath), 'utf8')
  const files = filesOf(folder)
  // Each of these files has the texts of one language. At its installation, the worker stores only the languages that
  // its pages name.
  const texts = files.filter(file => /\/texts-[^/]+$/.test(file))
  const assets = files.filter(file => !texts.includes(file))
  const version = createHash('sha256')
    .update([code, ...files, ...contents].join('\0'))
    .digest('hex')
    .slice(0, 16)
  return preparedAnswer(
    `const shell = ${JSON.stringify({ version, pages, brand, assets, texts })}\n${code}`,
    headers,
  )
}

/** Builds the service worker for OFFLINE_SHELL=off, which deletes the stored files and unregisters itself. */
export function lastWorker(): PreparedAnswer {
  const removal = `addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil(remove()))
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`
  return preparedAnswer(removal, headers)
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => /^assets[\\/].*\.(js|css)$/.test(file))
    .map(file => `/${file.replaceAll('\\', '/')}`)
    .toSorted()
}
