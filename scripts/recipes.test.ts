import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

import { API } from 'typescript/unstable/sync'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { inRoot } from './folders.ts'
import { recipes, type Edit } from './recipes.ts'

// The compiler reads the whole checkout, which takes minutes beside other work.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const contributing = readFileSync(inRoot('CONTRIBUTING.md'), 'utf8')
const all = Object.values(recipes).flat()

/** The edited texts by path. The compiler reads them in place of the checkout's files, which stay unchanged. */
let edited = new Map<string, string>()
let compiler: API
beforeAll(() => {
  const isAbove = (folder: string) => [...edited.keys()].some(path => path.startsWith(`${folder}/`))
  const fs = {
    readFile: (path: string) => edited.get(path),
    fileExists: (path: string) => edited.has(path) || undefined,
    directoryExists: (folder: string) => isAbove(folder) || undefined,
  }
  compiler = new API({ cwd: inRoot(), fs })
  complaints([], [])
})
afterAll(() => compiler.close())

test.each(Object.entries(recipes))(
  '%s: CONTRIBUTING names each place, and each place exists',
  (name, edits) => {
    const [, recipe = ''] =
      new RegExp(`^- \\*\\*${name}\\*\\*:([\\s\\S]*?)(?=^- |^#)`, 'm').exec(contributing) ?? []
    const named = [...recipe.matchAll(/`((?:product|proving|docs|deploy)\/[^`]+)`/g)].map(
      ([, place = '']) => place,
    )
    const needed = edits.map(({ place }) => place.replaceAll(/notices|(?<=en\/)orders/g, '<noun>'))
    expect(needed.filter(place => !named.includes(place))).toEqual([])
    expect(named.filter(place => !place.includes('<') && !existsSync(inRoot(place)))).toEqual([])
  },
)

test('all recipes together compile, in every file that lists all calls, paths, texts or settings', () => {
  const lists = '(in |<|keyof )(CallName|PortalCall|Path|TextKey)\\b|: Config = '
  const found = execFileSync('git', ['grep', '-lE', lists, '--', 'product'], { cwd: inRoot() })
  const listing = found.toString().trim().split('\n')
  expect(complaints(all, [...all, ...listing.map(place => ({ place }))])).toEqual([])
})

test.each(['A call', 'A setting'])('%s: after the first step the compiler asks for all others', name => {
  const [first, ...others] = recipes[name] ?? []
  const asking = complaints(first ? [first] : [], others).map(({ place }) => place)
  expect(asking).toEqual(expect.arrayContaining(others.map(({ place }) => place)))
})

const { 'A screen': screen = [] } = recipes
test.each([...new Set(screen.map(({ place }) => place))])(
  'A screen: the compiler asks for the lines of %s',
  left => {
    const others = screen.filter(({ place }) => place !== left)
    expect(complaints(others, screen)).not.toEqual([])
  },
)

/** Replaces the edits of the call before. @returns the compiler's complaints about the files of the places */
function complaints(edits: Edit[], places: { place: string }[]): { place: string; text: string }[] {
  const before = [...edited.keys()]
  edited = new Map()
  for (const edit of edits) make(edit)
  const isNew = (path: string) => !existsSync(path)
  const snapshot = compiler.updateSnapshot({
    openProject: inRoot('tsconfig.json'),
    fileChanges: {
      deleted: before.filter(isNew),
      created: [...edited.keys()].filter(isNew),
      changed: [...before, ...edited.keys()].filter(path => !isNew(path)),
    },
  })
  const program = snapshot.getProject(inRoot('tsconfig.json'))?.program
  return [...new Set(places.map(({ place }) => place))]
    .filter(place => program?.getSourceFile(inRoot(place)))
    .flatMap(place =>
      (program?.getSemanticDiagnostics(inRoot(place)) ?? []).map(({ text }) => ({ place, text })),
    )
}

function make({ place, below, lines }: Edit): void {
  const path = inRoot(place)
  if (below === undefined) {
    edited.set(path, lines)
    return
  }
  const parts = (edited.get(path) ?? readFileSync(path, 'utf8')).split(below)
  expect(parts, `${place} has "${below}" once`).toHaveLength(2)
  edited.set(path, parts.join(`${below}\n${lines}`))
}
