import { createRequire } from 'node:module'

import { expect, test } from 'vitest'

const { nodeComplaint } = createRequire(import.meta.url)('./node-version.cjs')

test.each(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v100.1.0'])('Node %s suffices for 20.19.0', version => {
  expect(nodeComplaint(version, '20.19.0')).toBe('')
})

test.each(['v20.18.9', 'v18.20.0', 'v9.0.0', 'v0.12.18'])('Node %s is refused in one sentence', version => {
  expect(nodeComplaint(version, '20.19.0')).toBe(
    `Node 20.19.0 or newer is needed, this is ${version}. Get one at https://nodejs.org`,
  )
})
