import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { scenarioNames, vendors } from './index.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))

function ran(...args: string[]): Promise<{ status: number | null; stdout: string; stderr: string }> {
  return new Promise(resolve => {
    const child = execFile(process.execPath, [program, ...args], (_error, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    )
  })
}

test('the list has every vendor and scenario with its sentence', async () => {
  const { status, stdout } = await ran('--list')
  expect(status).toBe(0)
  for (const name of [...vendors, ...scenarioNames])
    expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, 'm'))
})

test.concurrent.each([
  [['--vendor', 'nokia'], 'vendor: "nokia" is none of mantra'],
  [['--port', 'x'], 'x is no port number'],
  [['--colour', 'blue'], "Unknown option '--colour'"],
])('%j ends with 2, the reason and the usage', async (args, reason) => {
  const { status, stderr } = await ran(...args, '--control', '0')
  expect([status, stderr]).toEqual([2, expect.stringContaining(reason)])
  expect(stderr).toContain('--scenario')
})

test('one command runs several vendors, and its settings change while it runs', async () => {
  const child = spawn(process.execPath, [program, '--port=0', '--control=0', '--also=morpho,idemia'])
  try {
    const said = String((await once(child.stdout, 'data')).at(0))
    expect(said).toMatch(/never for production.* port \d+, \d+, \d+\./)
    const address = /http:\S+/.exec(said)?.[0] ?? ''
    const ask = async (method: string, body?: string) => {
      const answer = await fetch(address, { method, ...(body !== undefined && { body }) })
      return { status: answer.status, told: await answer.json() }
    }
    expect(await ask('PUT', '{"scenario":"no-finger"}')).toMatchObject({
      status: 200,
      told: { settings: { scenario: 'no-finger' } },
    })
    expect(await ask('PUT', '{"scenario":"sunny"}')).toMatchObject({
      status: 400,
      told: { error: expect.stringContaining('scenario: "sunny" is none of') },
    })
    expect((await ask('PUT', '{')).status).toBe(400)
    expect((await ask('POST')).status).toBe(400)
    expect(await ask('DELETE')).toMatchObject({ told: { settings: { scenario: 'ready' } } })
    expect(await ask('GET')).toMatchObject({ told: { services: [{ scheme: 'http' }] } })
  } finally {
    child.kill()
  }
})
