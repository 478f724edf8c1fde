import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { overBudget } from './keep-budgets.ts'

let folder: string
let bundle: Rolldown.OutputBundle

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'budgets-'))
  await writeFile(
    join(folder, 'start.ts'),
    `import './start.css'; import('./later.ts'); console.log(${noise(4000)})`,
  )
  await writeFile(join(folder, 'start.css'), `p { content: ${noise(2000)} }`)
  await writeFile(join(folder, 'later.ts'), `import './later.css'; console.log(${noise(3000)})`)
  await writeFile(join(folder, 'later.css'), `p { content: ${noise(1000)} }`)
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: join(folder, 'start.ts') } },
  })
  if (!('output' in built)) throw new Error('built something else')
  bundle = Object.fromEntries(built.output.map(part => [part.fileName, part]))
})
afterAll(() => rm(folder, { recursive: true }))

test('a screen within its budget is not reported', () => {
  expect(
    problemsOf([
      { chunk: 'start', after: [], bytes: 7000 },
      { chunk: 'later', after: ['start'], bytes: 4500 },
    ]),
  ).toEqual([])
})

test('a screen is measured with its styles and without the chunks loaded before it', () => {
  const problems = problemsOf([
    { chunk: 'start', after: [], bytes: 5000 },
    { chunk: 'later', after: ['start'], bytes: 3500 },
  ])
  expect(problems).toEqual([
    expect.stringMatching(/^start needs 6\d{3} B, its budget is 5000 B: .*start.*\.js, .*start.*\.css$/),
    expect.stringMatching(/^later needs 4\d{3} B, its budget is 3500 B: .*later.*\.js, .*later.*\.css$/),
  ])
})

test('a chunk without a budget and a budget without a chunk are reported', () => {
  expect(problemsOf([{ chunk: 'start', after: [], bytes: 7000 }])).toEqual([
    "The chunk later is in no screen's budget.",
  ])
  expect(
    problemsOf([
      { chunk: 'start', after: [], bytes: 7000 },
      { chunk: 'later', after: ['start'], bytes: 4500 },
      { chunk: 'gone', after: [], bytes: 7000 },
    ]),
  ).toEqual(['There is no chunk gone to measure.'])
})

test('a way counts the files of all its chunks together', () => {
  const way = (bytes: number, requests: number) =>
    problemsOf([{ chunk: ['start', 'later'], after: [], bytes, requests }])
  expect(way(12_000, 4)).toEqual([])
  expect(way(10_000, 3)).toEqual([
    expect.stringMatching(/^start \+ later needs 1[01]\d{3} B, its budget is 10000 B: /),
    'start + later needs 4 files, its budget is 3.',
  ])
})

function problemsOf(screens: Parameters<typeof overBudget>[1]): string[] {
  return overBudget(bundle, screens, file => {
    const part = bundle[file]
    return part ? brotliCompressSync(part.type === 'chunk' ? part.code : part.source).length : 0
  })
}

/** Returns a string literal that compression cannot shorten much below the given number of bytes. */
function noise(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  return JSON.stringify(Buffer.from(random).toString('base64'))
}
