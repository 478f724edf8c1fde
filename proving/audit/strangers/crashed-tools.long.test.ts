import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { afterAll, afterEach, expect, test, vi } from 'vitest'

import type { AuditedProduct, Stage } from './stage.ts'
import type { Step } from './step.ts'
import { santuario } from './steps/santuario.ts'
import { slowhttptest } from './steps/slowhttptest.ts'
import { examine } from './steps/sslscan.ts'
import { checked } from './steps/vnu.ts'
import { scanned } from './steps/wapiti.ts'
import { xmlsec1 } from './steps/xmlsec1.ts'
import { installTools } from './tools.ts'

const folder = mkdtempSync(join(tmpdir(), 'ekyc-crashed-'))
const servers: Server[] = []

afterEach(() => {
  vi.unstubAllEnvs()
  for (const server of servers.splice(0)) server.close()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('xmlsec1 does not pass when it crashes at the changed request', async () => {
  tool('xmlsec1', `grep -q 'rc="Y"' "$4" && { echo OK; exit 0; }; echo 'Segmentation fault'; exit 139`)
  expect(await findingsOf(xmlsec1)).toEqual(['a changed request is not refused: Segmentation fault\n'])
})

test('xmlsec1 passes when it verifies the request and refuses the changed one', async () => {
  tool('xmlsec1', `grep -q 'rc="Y"' "$4" && { echo OK; exit 0; }; echo FAIL; exit 1`)
  expect(await findingsOf(xmlsec1)).toEqual([])
})

test('Santuario does not pass when Java does not run', async () => {
  tool('java', `echo 'Could not find or load main class'; exit 1`)
  expect(await findingsOf(santuario)).toHaveLength(4)
})

test('slowhttptest does not pass when it ends by an error of its own', async () => {
  tool('slowhttptest', `echo 'Exit status: Unexpected error'`)
  expect(await findingsOf(slowhttptest)).toHaveLength(4)
})

test('slowhttptest passes when its time is over and the server was there', async () => {
  tool('slowhttptest', `echo 'service available: YES'; echo 'Exit status: Hit test time limit'`)
  expect(await findingsOf(slowhttptest)).toEqual([])
})

const suite = 'Preferred  TLSv1.3  128 bits  TLS_AES_128_GCM_SHA256  Curve 25519'

test('sslscan does not pass when it crashes after its first suite', async () => {
  tool('sslscan', `echo '${suite}'; exit 139`)
  expect((await examine({ name: 'Caddy', address: 'localhost:1' })).findings).toHaveLength(1)
})

test('vnu does not pass when Java fails', async () => {
  tool('java', `echo 'java.lang.OutOfMemoryError'; exit 1`)
  expect(await checked(folder, [])).toEqual(['vnu did not finish: java.lang.OutOfMemoryError\n'])
})

test('vnu does not pass when it ends well and has checked nothing', async () => {
  tool('java', 'exit 0')
  expect(await checked(folder, [])).toEqual(['vnu did not finish: '])
})

test('vnu says the faults of a state, and not those of the page that is bad on purpose', async () => {
  const line = (file: string, message: string) => `echo '"file:/${file}.html":1.2-3.4: error: ${message}'`
  tool('java', [line('0', 'Duplicate ID'), line('1', 'Stray end tag'), 'exit 0'].join('\n'))
  expect(await checked(folder, ['/login'])).toEqual(['/login: error: Stray end tag'])
})

test.each([
  ['finds no page', `echo '[*] Wapiti found 0 URLs and forms during the scan'`],
  ['lacks a module', `echo '[!] Unable to find a module named blindsql'`],
  ['asks in vain', `echo '3 requests were skipped due to network issues'`],
  [
    'fails inside a module',
    `echo 'KeyError path'; echo '  File "/wapitiCore/mod_sql.py", line 1, in attack'`,
  ],
  ['is killed', 'exit 137'],
])('wapiti does not pass when it %s', async (_, script) => {
  writeFileSync(join(folder, 'report.json'), JSON.stringify({ vulnerabilities: {}, anomalies: {} }))
  tool('wapiti', script)
  expect(await scanned(stage(), 'pages', 'http://127.0.0.1:1', 'sql')).toEqual([
    expect.stringMatching(/^pages: wapiti did not finish/),
  ])
})

test('the installation ends with a complaint when npm cannot install the tools', async () => {
  tool('apt-get', 'exit 0')
  const npm = join(folder, 'npm-cli.js')
  writeFileSync(npm, `console.log('EINTEGRITY'); process.exit(1)`)
  vi.stubEnv('npm_execpath', npm)
  await expect(installTools([{ ...xmlsec1, npm: 'vnu-jar' }])).rejects.toThrow('EINTEGRITY')
})

function tool(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`)
}

async function findingsOf(step: Step): Promise<string[]> {
  const result = await step.run(stage())
  return 'findings' in result ? result.findings : []
}

function stage(): Stage {
  const requests = [`<Rad>${Buffer.from('<Auth rc="Y"/>').toString('base64')}</Rad>`]
  const product = async () => {
    const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
    await new Promise(resolve => server.once('listening', resolve))
    servers.push(server)
    return {
      address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      requests,
    } as AuditedProduct
  }
  return {
    folder: () => folder,
    vectors: undefined,
    product,
    production: product,
    atEnd() {},
    async close() {},
  }
}
