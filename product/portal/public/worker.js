/**
 * The service worker of the portal's shell (docs/decisions/0051-offline-shell.md). The server inserts the constant
 * `shell` above this text: the version, the pages by path, the bank's files, and the files of the build.
 */
/* global shell */

const name = `shell ${shell.version}`
/** Open tabs of the last version still use its files. */
const versionsKept = 2
const answerWithinMs = 5000

addEventListener('install', event => {
  event.waitUntil(store().then(() => skipWaiting()))
})

addEventListener('activate', event => event.waitUntil(forgetOldVersions()))

addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  const page = request.mode === 'navigate' ? shell.pages[pathname] : undefined
  if (page) event.respondWith(newest(request, page))
  else if (shell.brand.includes(pathname + search)) event.respondWith(newest(request, request.url))
  else if (pathname.startsWith('/assets/')) event.respondWith(fromAnyVersion(request))
})

async function store() {
  const cache = await caches.open(name)
  const pages = [...new Set(Object.values(shell.pages))]
  try {
    await cache.addAll([...pages, ...shell.brand, ...shell.assets])
    for (const page of pages) await cache.addAll(await textsOf(await cache.match(page)))
  } catch (error) {
    await caches.delete(name)
    throw error
  }
}

/**
 * Returns the paths of the language texts that the page names. An upgrade may let another version of the server answer.
 */
async function textsOf(page) {
  const files = (await page.text()).match(/\/assets\/[\w./-]+/g)
  const others = files.filter(file => !shell.assets.includes(file))
  if (!others.every(file => shell.texts.includes(file))) throw new Error(`${page.url} is of another version`)
  return others
}

async function forgetOldVersions() {
  const versions = (await caches.keys()).filter(key => key !== name)
  const old = versions.slice(0, Math.max(0, versions.length + 1 - versionsKept))
  await Promise.all(old.map(key => caches.delete(key)))
}

async function newest(request, stored) {
  const fromNetwork = await answerInTime(request)
  if (fromNetwork && fromNetwork.status < 500) return fromNetwork
  const cache = await caches.open(name)
  return (await cache.match(stored, { ignoreVary: true })) ?? fromNetwork ?? Response.error()
}

/** Waits only for the head of the answer; its body may take longer. */
async function answerInTime(request) {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), answerWithinMs)
  try {
    return await fetch(request, { signal: late.signal })
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Answers from any stored version: the files of the build never change, and the server may have removed those of the
 * last version. Stores a language when the agent changes to it.
 */
async function fromAnyVersion(request) {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  const isText = shell.texts.includes(new URL(request.url).pathname)
  if (isText && answer.ok) await (await caches.open(name)).put(request, answer.clone())
  return answer
}
