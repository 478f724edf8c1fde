import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

type Instruction = { word: string; rest: string }

/**
 * Builds the last stage of a Dockerfile as folders, without a container engine. Executes the WORKDIR, COPY and RUN
 * lines of this stage and of all stages that it needs, but those of `build`, whose results the checkout has.
 * @returns the folder of the image's `/`
 */
export async function layOutImage(checkout: string, into: string): Promise<string> {
  const stages = stagesOf(readFileSync(join(checkout, 'Dockerfile'), 'utf8'))
  const stageFolders = new Map<string, string>()
  const ignored = ignoredNames(readFileSync(join(checkout, '.dockerignore'), 'utf8'))

  async function make(name: string): Promise<string> {
    const root = join(into, name)
    stageFolders.set(name, root)
    const { from, instructions } = stages.get(name) ?? fail(`There is no stage '${name}'.`)
    mkdirSync(root, { recursive: true })
    if (stages.has(from)) await link(stageFolders.get(from) ?? (await make(from)), root)
    let folder = '/'
    for (const { word, rest } of [{ word: 'WORKDIR', rest: workFolderOf(from) }, ...instructions]) {
      if (word === 'WORKDIR') mkdirSync(join(root, (folder = rest)), { recursive: true })
      if (word === 'COPY') await copy(rest, root, folder)
      if (word === 'RUN')
        await run('sh', ['-ec', commandOf(rest)], { cwd: join(root, folder), env: fromCache })
    }
    return root
  }

  /** Returns the work folder at the end of a stage. A stage that builds on this stage starts in this folder. */
  function workFolderOf(stage: string): string {
    const { from, instructions } = stages.get(stage) ?? { from: '', instructions: [] }
    return instructions.findLast(({ word }) => word === 'WORKDIR')?.rest ?? (from ? workFolderOf(from) : '/')
  }

  async function copy(rest: string, root: string, folder: string): Promise<void> {
    const words = rest.split(/\s+/)
    const [target = '', ...sources] = words.filter(word => !word.startsWith('--')).toReversed()
    const stage = words.find(word => word.startsWith('--from='))?.slice('--from='.length)
    const to = target.startsWith('/') ? join(root, target) : join(root, folder, target)
    for (const source of sources) {
      const from = await placeOf(source, stage)
      const isFolder = statSync(from).isDirectory()
      const isInto = target.endsWith('/') && !isFolder
      if (stage !== undefined && stage !== 'build' && isFolder) {
        await link(from, to)
        continue
      }
      const filter = (path: string) =>
        stage !== undefined || !ignored.some(name => name.test(relative(checkout, path)))
      cpSync(from, isInto ? join(to, basename(source)) : to, { ...links, filter })
    }
  }

  async function placeOf(source: string, stage: string | undefined): Promise<string> {
    if (stage === undefined) return join(checkout, source)
    if (stage === 'build') return join(checkout, source.slice(`${workFolderOf(stage)}/`.length))
    return join(stageFolders.get(stage) ?? (await make(stage)), source)
  }

  return make(lastOf(stages))
}

/** The environment of RUN lines. npm takes packages from its cache, which the checkout's installation has filled. */
const fromCache = {
  ...process.env,
  // The image has this program's Node; the machine's own may be an older one.
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  npm_config_prefer_offline: 'true',
}

/** Makes hard links to another stage's files, because copies of all packages would take most of the test's time. */
async function link(folder: string, into: string): Promise<void> {
  mkdirSync(into, { recursive: true })
  await run('cp', ['-RPl', `${folder}/.`, into])
}

/** The options that copy symbolic links unchanged, as COPY does. */
const links = { recursive: true, verbatimSymlinks: true }

/** Returns the patterns in .dockerignore that exclude files inside the included folders. */
function ignoredNames(dockerignore: string): RegExp[] {
  return dockerignore
    .split('\n')
    .filter(line => /^[^#!*]|^\*\*\//.test(line))
    .map(line => new RegExp(`^${line.replaceAll(/\*\*\/|\*|\./g, part => patterns[part] ?? part)}$`))
}

const patterns: Record<string, string> = { '**/': '(.*/)?', '*': '[^/]*', '.': '\\.' }

/** Removes the options of the container engine, such as a cache mount, from a RUN line. */
function commandOf(rest: string): string {
  return rest.replace(/^(--\S+\s+)+/, '')
}

function stagesOf(dockerfile: string): Map<string, { from: string; instructions: Instruction[] }> {
  const stages = new Map<string, { from: string; instructions: Instruction[] }>()
  let instructions: Instruction[] = []
  for (const { word, rest } of instructionsOf(dockerfile)) {
    const [from = '', , name = 'image'] = rest.split(/\s+/)
    if (word === 'FROM') stages.set(name, { from, instructions: (instructions = []) })
    else instructions.push({ word, rest })
  }
  return stages
}

function instructionsOf(dockerfile: string): Instruction[] {
  return dockerfile
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => {
      const [, word = '', rest = ''] = /^\s*(\w+)\s+(.*?)\s*$/.exec(line) ?? []
      return { word: word.toUpperCase(), rest }
    })
}

function lastOf(stages: Map<string, unknown>): string {
  return [...stages.keys()].at(-1) ?? fail('The Dockerfile has no stage.')
}

function fail(sentence: string): never {
  throw new Error(sentence)
}
