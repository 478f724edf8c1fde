import { preparedAnswer } from './prepared-answer.ts'

export const lastWorkerPath = '/worker.js'

/**
 * Serves a service worker that deletes what an earlier build's service worker stored and unregisters itself. Nothing
 * registers this file: a browser that still has the earlier one loads it when it opens the portal.
 */
export const lastWorker = preparedAnswer(
  `addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil(remove()))
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`,
  { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
)
