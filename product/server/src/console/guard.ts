import type { FastifyRequest } from 'fastify'

import { ConsoleRefused } from './answers.ts'

/**
 * Lets only the console's own pages ask: a page of another origin, or of a sub-domain, gets nothing, though the browser
 * sends the cookie with its request. A browser tells its page's site with every request; other programs tell none.
 * @throws ConsoleRefused
 */
export function refuseForeignRequest({ method, headers }: FastifyRequest, origin: string): void {
  const site = headers['sec-fetch-site']
  const isOwnSite = site === undefined || site === 'same-origin'
  if (method === 'GET') {
    // 'none' is an address that the person has typed or opened from a bookmark.
    if (!isOwnSite && site !== 'none') throw new ConsoleRefused('foreign_origin')
    return
  }
  if (!isOwnSite || headers.origin !== origin || headers['x-console'] !== '1')
    throw new ConsoleRefused('foreign_origin')
}
