import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { inRoot } from './folders.ts'

test.each(['openapi', 'openapi-console'])(
  'docs/%s.json passes Redocly CLI without an error or a warning',
  async name => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [inRoot('proving/node_modules/@redocly/cli/bin/cli.js'), 'lint', `docs/${name}.json`, '--format=json'],
      {
        cwd: inRoot(),
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    ).catch((error: { stdout: string }) => error)
    const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: { message: string }[] }
    expect(problems.map(({ message }) => message)).toEqual([])
    expect(totals).toMatchObject({ errors: 0, warnings: 0 })
  },
  120_000,
)
