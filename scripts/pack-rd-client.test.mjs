import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { packRdClient } from './pack-rd-client.ts'

test('rd-client works outside this project: packed, it loads in plain Node from node_modules and finds no service', async () => {
  const project = mkdtempSync(join(tmpdir(), 'ekyc-pack-'))
  try {
    mkdirSync(join(project, 'node_modules/@ekyc'), { recursive: true })
    const packed = await packRdClient(join(project, 'packed'))
    renameSync(packed, join(project, 'node_modules/@ekyc/rd-client'))
    const port = 1 // The port is unused.
    writeFileSync(
      join(project, 'try.ts'),
      `import { createRdClient, RdError } from '@ekyc/rd-client'
       const found = await createRdClient().discover({ ranges: [{ scheme: 'http', host: '127.0.0.1', from: ${port}, to: ${port} }] })
       console.log(JSON.stringify({ states: found.ports.map(({ state }) => state), error: typeof RdError }))`,
    )
    const said = execFileSync(process.execPath, ['try.ts'], { cwd: project, encoding: 'utf8' })
    expect(JSON.parse(said)).toEqual({ states: ['closed'], error: 'function' })
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})
