import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'

import { readBranding } from '../config/branding.ts'
import { serveConsoleFiles } from './console-app.ts'
import { ConsoleRefused } from './refusals.ts'

const branding = readBranding(join(import.meta.dirname, '../../../../branding/default.json'))
const folder = mkdtempSync(join(tmpdir(), 'ekyc-console-files-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Console</title>')
writeFileSync(join(folder, 'assets', 'page.js'), 'export {}')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function appOf(place: string, origin: string) {
  const app = Fastify()
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof ConsoleRefused ? 404 : 500).send({}),
  )
  await serveConsoleFiles(app, { folder: place, branding, origin: () => origin })
  return (url: string, host = new URL(origin).host, accept = 'text/html') =>
    app.inject({ url, headers: { accept, host } })
}

test('every address is a page but those of files and calls, and files never change', async () => {
  const get = await appOf(folder, 'https://console.test')
  for (const url of ['/', '/agents?branch=Fort', '/orders/01a21915-cab9-79d8-8a7b-3bd257a86251']) {
    const page = await get(url)
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  }
  expect((await get('/assets/page.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  for (const url of ['/assets/none.js', '/api/console/v1/none', '/robots.txt'])
    expect((await get(url)).statusCode).toBe(404)
  expect((await get('/agents', undefined, 'application/json')).statusCode).toBe(404)
  expect((await get('/', undefined, '*/*')).statusCode).toBe(200)
})

test('the demo sends who asks for 127.0.0.1 to localhost, and a bank sends nobody anywhere', async () => {
  const demo = await appOf(folder, 'http://localhost:8070')
  const sent = await demo('/agents?sort=name', '127.0.0.1:8070')
  expect([sent.statusCode, sent.headers.location]).toEqual([303, 'http://localhost:8070/agents?sort=name'])
  expect((await demo('/', 'localhost:8070')).statusCode).toBe(200)
  expect((await demo('/', 'evil.example')).statusCode).toBe(200)
  const ofBank = await appOf(folder, 'https://console.bank.example')
  expect((await ofBank('/', '127.0.0.1:8070')).statusCode).toBe(200)
})

test('a console that is not built has no page', async () => {
  const get = await appOf(join(folder, 'none'), 'https://console.test')
  expect((await get('/')).statusCode).toBe(404)
})
