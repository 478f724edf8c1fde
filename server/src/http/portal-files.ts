import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { brandStyles, type Branding } from './branding.ts'
import { sendError } from './answers.ts'
import { pagePolicy } from './security-headers.ts'

const immutable = 'public, max-age=31536000, immutable'

/**
 * The built portal and the bank's brand. Files under /assets carry their content's hash in their name and never
 * change; every other path of a page is the one page, never cached.
 */
export async function servePortal(
  app: FastifyInstance,
  options: { folder: string; branding: Branding },
): Promise<void> {
  const page = readPage(join(options.folder, 'index.html'))
  const styles = brandStyles(options.branding)

  app.get('/branding.json', async () => options.branding)
  app.get('/brand.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(styles))

  await app.register(fastifyStatic, {
    root: options.folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    // The page is never sent as a file: it needs its policy.
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      if (path.includes('/assets/')) reply.header('cache-control', immutable)
    },
  })

  // Before a body is read, so that none can be wrong.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 && !isPage(request)) return sendError({ statusCode: 404 }, request, reply)
  })
  app.setNotFoundHandler((_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', page.policy)
      .header('cache-control', 'no-cache, no-store')
      .send(page.html),
  )
}

function isPage({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !/^\/(api|assets)(\/|\?|$)/.test(url)
}

function readPage(path: string): { html: string; policy: string } {
  if (!existsSync(path)) throw new Error(`The portal is not built: ${path} is missing. Run "npm run build".`)
  const html = readFileSync(path, 'utf8')
  return {
    html,
    policy: pagePolicy({ scripts: inlineHashes(html, 'script'), styles: inlineHashes(html, 'style') }),
  }
}

function inlineHashes(html: string, element: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, 'g')
  return Array.from(html.matchAll(inline), ([, text = '']) => {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  })
}
