// @module-tag process
import { expect, test } from 'vitest'

import { endOf, processesOf, readyProduct } from './testing/started-program.ts'

test('npm start serves the portal, prints its address, and SIGTERM stops everything with exit code 0', async () => {
  const { child, folder, said } = await readyProduct()
  const [, address = ''] = /ready .*(http:\/\/localhost:\S+)/.exec(said()) ?? []
  expect((await fetch(`${address}/login`)).status).toBe(200)
  expect(said()).toContain('9000000001  Agent@2026')
  expect(said()).toMatch(/SMS inbox +http:\/\/127\.0\.0\.1:\d+\/sms\n/)

  child.kill('SIGTERM')
  expect(await endOf(child)).toBe(0)
  expect(processesOf(folder)).toEqual([])
  await expect(fetch(address)).rejects.toThrow('fetch failed')
})
