import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { freePort } from '@ekyc/contract/testing/free-port'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createBankGateway, signedWebhookHeaders } from './bank.ts'

/** The tests run the programs of docs/integration.md as printed, with our gateway. */
const root = join(import.meta.dirname, '../../../..')
const page = readFileSync(join(root, 'docs/integration.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'ekyc-integration-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secret = `whsec_${randomBytes(32).toString('base64')}`
const now = () => new Date()

const languages: Record<string, { needs: string; prepare: (program: string) => Promise<string[]> }> = {
  ts: {
    needs: process.execPath,
    async prepare(program) {
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
      const input = written('receiver.ts', program)
      const bundle = await rolldown({ input, platform: 'node', external: /^[^./]/ })
      await bundle.write({ file: join(folder, 'receiver.mjs') })
      return [process.execPath, join(folder, 'receiver.mjs')]
    },
  },
  python: { needs: 'python3', prepare: async program => ['python3', written('receiver.py', program)] },
  java: { needs: 'java', prepare: async program => ['java', written('java/Receiver.java', program)] },
}

const isMissing = (program: string) => spawnSync(program, ['--version']).error !== undefined

for (const [language, { needs, prepare }] of Object.entries(languages))
  describe.skipIf(isMissing(needs))(`the program in ${language}, where ${needs} is`, () => {
    let url = ''
    let stop = (): void => {}
    const outputs: string[] = []

    beforeAll(async () => {
      const [, program = ''] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page) ?? []
      const [command = '', ...words] = await prepare(program)
      const port = await freePort()
      const env = { ...process.env, BANK_SECRET: secret, PORT: String(port) }
      const running = spawn(command, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
      stop = () => void running.kill()
      await new Promise<void>((resolve, reject) => {
        running.once('error', reject).once('exit', code => reject(new Error(`it ended with ${code}`)))
        createInterface(running.stdout).on('line', line => {
          if (line === 'ready') resolve()
          else outputs.push(line)
        })
      })
      url = `http://127.0.0.1:${port}`
    })

    afterAll(() => stop())

    const bankWith = (part: { secret?: string; now?: () => Date } = {}) =>
      createBankGateway({ url, secret: part.secret ?? secret, deadlineMs: 10_000 }, { now: part.now ?? now })

    test('accepts our delivery, and recognises a repeat', async () => {
      const delivery = { id: 'event-1', body: '{"id":"event-1","type":"kyc.result","name":"आशा"}' }
      await bankWith().deliverResult(delivery)
      await bankWith().deliverResult(delivery)
      await bankWith().deliverResult({ id: 'event-2', body: '{"id":"event-2","type":"test"}' })
      await expect.poll(() => outputs.join('\n')).toContain('event-2')
      expect(outputs.filter(line => line.includes('event-1'))).toHaveLength(1)
    })

    const minutes = (count: number) => () => new Date(Date.now() + count * 60_000)

    test.each([
      ['another secret', { secret: `whsec_${randomBytes(32).toString('base64')}` }],
      ['an old time', { now: minutes(-10) }],
      ['a time to come', { now: minutes(10) }],
    ])('refuses %s', async (_what, part) => {
      const delivering = bankWith(part).deliverResult({ id: 'event-3', body: '{"id":"event-3"}' })
      await expect(delivering).rejects.toThrow('no usable answer, HTTP 401')
    })

    const signed = { secret, id: 'event-4', sentOn: now(), body: '{"id":"event-4","type":"test"}' }
    const right = signedWebhookHeaders(signed)

    test.each<[what: string, headers: Record<string, string>, body: string]>([
      ['no signature', {}, signed.body],
      ['another body', right, signed.body.replace('test', 'kyc.result')],
      ['another id', { ...right, 'webhook-id': 'event-5' }, signed.body],
      ['a time that is none', { ...right, 'webhook-timestamp': 'now' }, signed.body],
      ['a signature of another version', { ...right, 'webhook-signature': 'v2,AAAA' }, signed.body],
    ])('refuses %s', async (_what, headers, body) => {
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(401)
    })

    test('accepts one right signature of several', async () => {
      const headers = { ...right, 'webhook-signature': `v1,AAAA ${right['webhook-signature']}` }
      expect((await fetch(url, { method: 'POST', headers, body: signed.body })).status).toBe(204)
    })
  })

function written(name: string, text: string): string {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  return path
}
