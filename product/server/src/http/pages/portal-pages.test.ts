import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'

import Fastify, { type FastifyInstance } from 'fastify'
import type { Branding } from '@ekyc/contract/branding'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'

import { testPortal } from '../../../testing/test-portal.ts'
import { readBranding } from '../../config/branding.ts'
import { servePortal } from './portal-pages.ts'
import { securityHeaders } from '../security-headers.ts'

const root = join(import.meta.dirname, '../../../../..')
const brand = readBranding(join(root, 'branding/default.json'))
const second = readBranding(join(root, 'branding/example-second-bank.json'))
const script = 'console.log("the portal");\n'.repeat(50)

const folder = await mkdtemp(join(tmpdir(), 'portal-files-'))
await cp(testPortal, folder, { recursive: true })
await mkdir(join(folder, 'assets/a1b2c3d4'), { recursive: true })
await writeFile(join(folder, 'assets/a1b2c3d4/index.js'), script)
await writeFile(join(folder, 'assets/a1b2c3d4/index.js.br'), brotliCompressSync(script))
await writeFile(join(folder, 'assets/a1b2c3d4/index.js.gz'), gzipSync(script))
const app = await portalWith(brand)
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const unpack: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  none: bytes => bytes,
}

describe.each([
  ['br', 'gzip, deflate, br, zstd'],
  ['gzip', 'gzip, deflate'],
  ['none', ''],
  ['none', 'identity'],
])('as %s to whoever takes "%s"', (encoding, accepted) => {
  test.each([
    [
      '/assets/a1b2c3d4/index.js',
      'application/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ],
    ['/login', 'text/html; charset=utf-8', 'no-cache, no-store'],
    ['/', 'text/html; charset=utf-8', 'no-cache, no-store'],
    ['/dashboard', 'text/html; charset=utf-8', 'no-cache, no-store'],
    ['/branding.json', 'application/json; charset=utf-8', 'no-store'],
    ['/brand.css', 'text/css; charset=utf-8', 'no-store'],
    ['/icon.svg', 'image/svg+xml; charset=utf-8', 'public, max-age=3600'],
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8', 'no-store'],
    ['/worker.js', 'text/javascript; charset=utf-8', 'no-cache'],
  ])('%s', async (url, type, caching) => {
    const answer = await app.inject({ url, headers: accepted ? { 'accept-encoding': accepted } : {} })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'content-type': type, 'cache-control': caching })
    expect(answer.headers['content-encoding'] ?? 'none').toBe(encoding)
    expect(answer.headers['vary']).toMatch(/^accept-encoding\b/)
    const plain = await app.inject({ url })
    expect(unpack[encoding]?.(answer.rawPayload)).toEqual(plain.rawPayload)
  })
})

test('a bank with two languages sends each page in the one that the agent chose', async () => {
  const portal = await portalOf({ ...brand, languages: ['en', 'hi'] })
  for (const url of ['/login', '/dashboard']) {
    const answer = await portal.inject({ url, headers: { cookie: 'language=hi' } })
    expect(answer.headers['content-language']).toBe('hi')
    expect(answer.body).toContain('<html lang="hi">')
    expect((await portal.inject({ url })).headers['content-language']).toBe('en')
  }
})

test.each([
  ['GET', '/assets/00000000/index.js'],
  ['GET', '/assets/'],
  ['GET', '/api/v1/nothing'],
  ['POST', '/dashboard'],
  ['PUT', '/login'],
  ['GET', '/openapi.json'],
  ['GET', '/version'],
  ['GET', '/docs'],
  ['GET', '/docs/json?x=/login'],
  ['GET', '/dashboard/logo.png'],
] as const)('%s %s is 404 to a program, never a page', async (method, url) => {
  const answer = await app.inject({ method, url })
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toContain('application/json')
})

test.each(['/login.html', '/index.html', '/assets/a1b2c3d4/index.js.br', '/assets/a1b2c3d4/index.js.gz'])(
  '%s is no address of its own',
  async url => {
    const { body, statusCode } = await app.inject({ url })
    expect(statusCode === 404 || body.includes("A page in the portal's place")).toBe(true)
    expect(body).not.toContain('{{')
  },
)

describe('an address that is no screen, opened in a browser,', () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

  test.each(['/version', '/nothing/here', '/faq', '/DASHBOARD?x=1'])(
    '%s shows the portal with status 404',
    async url => {
      const answer = await app.inject({ url, headers: { accept } })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      expect(answer.body).toBe((await app.inject({ url: '/dashboard' })).body)
    },
  )

  test.each(['/dashboard', '/dashboard/', '/kyc-list?status=KYC_FAILURE'])('%s stays 200', async url =>
    expect((await app.inject({ url, headers: { accept } })).statusCode).toBe(200),
  )

  test.each(['/openapi.json', '/docs', '/docs/static/x', '/api', '/metrics/x', '/assets/x', '/a.b'])(
    '%s is 404',
    async url => expect((await app.inject({ url, headers: { accept } })).statusCode).toBe(404),
  )
})

describe('a form sent without a script', () => {
  test.each([
    ['mobile=9000000001&intent=continue', '9000000001'],
    ['mobile=%2B91+90000+00001', '9000000001'],
    ['mobile=%22%3E%3Cscript%3E1%3C%2Fscript%3E23', '123'],
    ['mobile=900000000199', '9000000001'],
    ['intent=forgot', ''],
    ['', ''],
  ])('%s gets the log-in again, with "%s" in it', async (payload, shown) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.inject({ method: 'POST', url: '/login', payload, headers })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain(`<input name="mobile" value="${shown}" />`)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache, no-store' })
    const page = await app.inject({ url: '/login' })
    expect(answer.headers['content-security-policy']).toBe(page.headers['content-security-policy'])
  })
})

describe('what the page and the files say of the bank', () => {
  const hostile = `</title><script>alert(1)</script> "$&" & 'Söhne' {{mobile}}`

  test('names are text, whatever signs they hold', async () => {
    const portal = await portalOf({ ...brand, bankName: hostile, productName: hostile })
    for (const url of ['/login', '/dashboard', '/icon.svg']) {
      const { body } = await portal.inject({ url })
      expect(body).not.toContain('alert(1)</script>')
      expect(body).not.toContain('</title><script>alert')
    }
    expect((await portal.inject({ url: '/login' })).body).toContain('$&#38;')
    const manifest: { short_name: string } = (await portal.inject({ url: '/manifest.webmanifest' })).json()
    expect(manifest.short_name).toBe(hostile)
  })

  test('the log-in has the bank’s notice, help line and languages in it, and no place for what the bank has not set', async () => {
    const { support: _, notice: __, ...bare } = brand
    const support = { phone: '1800 222-333', hours: '8 am to 8 pm' }
    const portal = await portalOf({ ...bare, support, notice: 'Closed on Sunday. {{mobile}}' })
    const { body } = await portal.inject({ url: '/login' })
    expect(body).toContain('<p>Closed on Sunday. {{mobile}}</p>')
    expect(body).toContain('<a href="tel:1800222333">1800 222-333</a')
    expect(body).toContain('<b>8 am to 8 pm</b>')
    const silent = await portalOf({ ...bare, languages: ['en'] })
    const { body: empty } = await silent.inject({ url: '/login' })
    expect(empty).not.toMatch(/<p>|tel:|<b>|Hindi|\{\{/)
    expect(empty).toContain('<option>English</option>')
  })

  test('the styles and scripts inside the page are in its policy', async () => {
    const { headers } = await app.inject({ url: '/login' })
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/)
    expect(policy).toMatch(/style-src 'self' 'sha256-[^']+';/)
    expect(policy).not.toContain('unsafe')
    for (const source of ["form-action 'self'", "worker-src 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(source)
  })

  test.each(['/login', '/dashboard', '/nope'])(
    '[API-15] %s names the ports of device services in the page, and not in its header',
    async url => {
      const portal = await portalOf({ ...brand, addressLookup: 'https://address.example/ip' })
      const { body, headers } = await portal.inject({ url, headers: { accept: 'text/html' } })
      expect(body).toMatch(/content="connect-src &#39;self&#39; http:[^"]*:11120 https:\/\/address\.example"/)
      expect(headers['content-security-policy']).toContain(':* https://address.example;')
      expect(headers['content-security-policy']).not.toContain('11100')
    },
  )

  test('a bank’s own touch icon is served where iOS looks for it, named in the manifest, and sent with no screen', async () => {
    const portal = await portalOf(second)
    const answer = await portal.inject({ url: '/apple-touch-icon.png' })
    expect(answer.headers['content-type']).toBe('image/png')
    expect(`data:image/png;base64,${answer.rawPayload.toString('base64')}`).toBe(second.touchIcon)
    const { icons } = (await portal.inject({ url: '/manifest.webmanifest' })).json()
    expect(icons).toContainEqual(
      expect.objectContaining({ src: '/apple-touch-icon.png', type: 'image/png', sizes: '180x180' }),
    )
    expect((await portal.inject({ url: '/branding.json' })).json()).not.toHaveProperty('touchIcon')
  })

  test('the text of an SMS and its registration are sent to no screen', async () => {
    expect(second).toHaveProperty('sms.dlt')
    const portal = await portalOf(second)
    expect((await portal.inject({ url: '/branding.json' })).json()).not.toHaveProperty('sms')
  })

  describe('the second bank, which sets all of its face,', () => {
    test('has its dark shade, corners and font in the styles of the page', async () => {
      const portal = await portalOf(second)
      const { body: styles } = await portal.inject({ url: '/brand.css' })
      expect(styles).toMatch(
        /^:root \{ --brand: #f2a900; .* --corner: 18px; --brand-font: brand, system-ui; \}$/m,
      )
      expect(styles).toMatch(
        /^@media \(prefers-color-scheme: dark\) \{ :root \{ --brand: #d99a1c; --on-brand: #16202c; .*--brand-ink-in-dark: #dfaa40; \} \}$/m,
      )
      expect(styles).toMatch(
        /^@font-face \{ font-family: brand; src: url\(\/font\?[0-9a-f]{8}\); font-display: swap; \}$/m,
      )
      const { body } = await portal.inject({ url: '/login' })
      expect(body).toContain(styles.trim())
    })

    test.each([
      ['/font', 'font/woff2', () => Buffer.from(second.font?.base64 ?? '', 'base64')],
      [
        '/logo-in-dark',
        'image/svg+xml',
        () => Buffer.from(decodeURIComponent((second.logoInDark ?? '').split(',')[1] ?? '')),
      ],
    ])('serves %s for a year, under an address of its content', async (path, type, content) => {
      const portal = await portalOf(second)
      const [styles, settings] = [await portal.inject('/brand.css'), await portal.inject('/branding.json')]
      const address = new RegExp(`${path}\\?[0-9a-f]{8}`).exec(styles.body + settings.body)?.[0] ?? ''
      const answer = await portal.inject({ url: address })
      expect(answer.headers).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(answer.rawPayload).toEqual(content())
    })

    test('allows fonts of its own server, and a bank without a font allows none', async () => {
      const portal = await portalOf(second)
      for (const url of ['/login', '/dashboard']) {
        const policyOf = async (at: FastifyInstance) =>
          String((await at.inject({ url })).headers['content-security-policy'])
        expect(await policyOf(portal)).toContain("; font-src 'self'; ")
        expect(await policyOf(app)).not.toContain('font-src')
      }
    })

    test('sends its texts in each language, and its font in the styles alone', async () => {
      const portal = await portalOf(second)
      const file = (await portal.inject({ url: '/branding.json' })).json()
      expect(file).toMatchObject({
        bankName: 'Sahyadri Sahakari Bank',
        logoInDark: expect.stringMatching(/^\/logo-in-dark\?/),
        inLanguages: { hi: { bankName: 'सह्याद्री सहकारी बैंक', copyright: expect.stringContaining('बैंक') } },
      })
      expect(file).not.toHaveProperty('font')
    })

    test('has its promises in the page, in the page’s language; without any the page keeps the product’s', async () => {
      const portal = await portalOf(second)
      const inHindi = await portal.inject({ url: '/login', headers: { cookie: 'language=hi' } })
      expect(inHindi.body).toContain('<li>चार मिनट में खाता खोलें</li>')
      expect(inHindi.body).toContain('<title>पहचान डेस्क')
      expect((await portal.inject({ url: '/login' })).body).toContain(
        '<li>Open an account in four minutes</li>',
      )
      const odd = await portalOf({ ...second, promises: ['<b>&', '{{mobile}}', '"'] })
      expect((await odd.inject({ url: '/login' })).body).toContain('<li>&#60;b&#62;&#38;</li>')
      expect((await app.inject({ url: '/login' })).body).toContain('<li>Tom &amp; Jerry</li>')
    })
  })

  test('the portal can be installed: names, start, display, icons that may be masked', async () => {
    const manifest = (await app.inject({ url: '/manifest.webmanifest' })).json()
    expect(manifest).toMatchObject({
      name: 'Agent eKYC · Demo Bank',
      short_name: 'Agent eKYC',
      start_url: '/',
      display: 'standalone',
      theme_color: '#0b4f9e',
    })
    const icons: { src: string; purpose: string }[] = manifest.icons
    expect(icons.map(({ purpose }) => purpose)).toEqual(['any', 'maskable'])
    for (const { src } of icons)
      expect((await app.inject({ url: src })).headers['content-type']).toContain('image/svg')
  })

  test.each([
    ['Demo Bank', 'DB'],
    ['Sahyadri', 'S'],
    ['bank of the hills', 'BH'],
    ['भारत बैंक', 'भाबैं'],
    ['7 Hills', '7H'],
    ['"&"', ''],
  ])('the icon of %s reads %s', async (bankName, initials) => {
    const portal = await portalOf({ ...brand, bankName })
    expect((await portal.inject({ url: '/icon.svg' })).body).toContain(`>${initials}</text>`)
  })

  test('a logo that is a data: URI has an address of its own, new when it changes', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'
    const plain = await portalOf({ ...brand, logo: `data:image/svg+xml,${encodeURIComponent(svg)}` })
    const packed = await portalOf({
      ...brand,
      logo: `data:image/svg+xml;base64,${Buffer.from(`${svg} `).toString('base64')}`,
    })
    const addresses: string[] = []
    for (const portal of [plain, packed]) {
      const { logo }: Branding = (await portal.inject({ url: '/branding.json' })).json()
      addresses.push(logo)
      const answer = await portal.inject({ url: logo })
      expect(answer.body.trim()).toBe(svg)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/svg+xml',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      })
    }
    expect(new Set(addresses).size).toBe(2)
  })
})

test('a service worker of an earlier build becomes one that deletes its stores and unregisters itself', async () => {
  const { body } = await app.inject({ url: '/worker.js' })
  const handlers = new Map<string, (event: { waitUntil: (work: Promise<void>) => unknown }) => void>()
  const stores = new Set(['shell 1a2b', 'shell 3c4d'])
  let unregistered = false
  runInNewContext(body, {
    addEventListener: handlers.set.bind(handlers),
    caches: { keys: async () => [...stores], delete: async (name: string) => stores.delete(name) },
    registration: { unregister: async () => (unregistered = true) },
    skipWaiting: () => {},
  })
  expect([...handlers.keys()]).toEqual(['install', 'activate'])
  let work = Promise.resolve()
  handlers.get('activate')?.({ waitUntil: promise => (work = promise) })
  await work
  expect([stores.size, unregistered]).toEqual([0, true])
})

test('without a built portal the start says what to do', async () => {
  await expect(
    servePortal(Fastify(), {
      folder: join(folder, 'none'),
      branding: brand,
      forScreens: { level1Only: false },
    }),
  ).rejects.toThrow('npm run build')
})

/** Starts a portal that closes after the test. */
async function portalOf(branding: Branding): Promise<FastifyInstance> {
  const portal = await portalWith(branding)
  onTestFinished(() => portal.close())
  return portal
}

async function portalWith(branding: Branding): Promise<FastifyInstance> {
  const portal = Fastify()
  portal.addHook(
    'onRequest',
    async (_request, reply) => void reply.headers(securityHeaders({ overHttps: false })),
  )
  await servePortal(portal, { folder, branding, forScreens: { level1Only: false } })
  return portal
}
