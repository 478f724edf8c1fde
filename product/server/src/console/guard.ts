import type { FastifyRequest } from 'fastify'

import { ConsoleRefused } from './answers.ts'

/**
 * Refuses a request of a foreign page, and a change without the console's origin. A page of another origin gets
 * nothing, although the browser sends the cookie with its request. Browsers state the site of the page in every request
 * (`sec-fetch-site`). Other programs do not.
 * @throws ConsoleRefused
 */
export function refuseForeignRequest({ method, headers }: FastifyRequest, origin: string): void {
  const site = headers['sec-fetch-site']
  const isOwnSite = site === undefined || site === 'same-origin'
  if (method === 'GET') {
    // 'none' means an address that the person has typed or opened from a bookmark.
    if (!isOwnSite && site !== 'none') throw new ConsoleRefused('foreign_origin')
    return
  }
  if (!isOwnSite || headers.origin !== origin || headers['x-console'] !== '1')
    throw new ConsoleRefused('foreign_origin')
}

/**
 * Refuses a call of the identity provider that a foreign page makes in somebody's browser. A return is a page of its
 * own, so a browser says `document`, and the log-out comes from the provider's server, which names no site.
 * @throws ConsoleRefused
 */
export function refuseForeignReturn({ method, headers }: FastifyRequest): void {
  const isOwn =
    method === 'GET'
      ? (headers['sec-fetch-dest'] ?? 'document') === 'document'
      : headers['sec-fetch-site'] === undefined
  if (!isOwn) throw new ConsoleRefused('foreign_origin')
}
