import { isAbsolute, join, relative } from 'node:path'

import { arrows, arrowsOfTests, ofServer, ownersOf, packagesOf } from './arrows.ts'

/** The parts that other parts must import by their package name. */
const packageParts = [...ofServer, 'rd-client', 'rd-simulator', 'ui']

/** The fields that the rule reads from ESTree's nodes of all types. */
type Node = {
  type: string
  name?: string
  value?: unknown
  quasis?: { value: { cooked?: string } }[]
  arguments?: Node[]
  callee?: Node
  object?: Node
  source?: Node | null
}

type Context = {
  cwd: string
  filename: string
  report: (problem: { node: Node; message: string }) => void
}

const rule = {
  create(context: Context): Record<string, (node: Node) => void> {
    const file = slashed(relative(context.cwd, context.filename))

    function refuse(node: Node, problem: string | undefined): void {
      if (problem !== undefined) context.report({ node, message: problem })
    }

    function check({ source }: Node): void {
      const specifier = textOf(source)
      if (source && specifier !== undefined) refuse(source, problemOf(file, specifier))
    }

    return {
      NewExpression(node) {
        const [path, base] = node.arguments ?? []
        const isOfThisFile = base?.type === 'MemberExpression' && base.object?.type === 'MetaProperty'
        if (node.callee?.name === 'URL' && isOfThisFile) refuse(node, problemOfFile(file, textOf(path)))
      },
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
}

/** The lint plugin that enforces the import rules between parts, rings of the server, and features of the portal. */
export default { meta: { name: 'walls' }, rules: { arrows: rule } }

/**
 * Returns the text of a literal, or of a template up to its first value. Returns undefined if the template begins with
 * a value.
 */
function textOf(node: Node | null | undefined): string | undefined {
  return typeof node?.value === 'string' ? node.value : node?.quasis?.[0]?.value.cooked || undefined
}

/** Returns the reason why an import is forbidden, or undefined if it is allowed. */
export function problemOf(path: string, specifier: string): string | undefined {
  const file = inTable(path)
  const place = placeOf(file)
  if (place === undefined) return undefined
  const target = targetOf(path, specifier)
  if (target === undefined) return packageProblem(file, place, specifier)
  if (isAbsolute(target) || target.startsWith('..')) return undefined

  const part = partOf(target)
  if (specifier.startsWith('.') && part !== partOf(file) && packageParts.includes(part))
    return `import @ekyc/${part} by its name, not by a path`
  return arrowProblem(file, place, target)
}

/** Returns why a file must not name another by its path (a worker, program or file to read), or undefined if it may. */
function problemOfFile(path: string, named: string | undefined): string | undefined {
  const file = inTable(path)
  const place = placeOf(file)
  const target = named?.startsWith('.') ? targetOf(path, named) : undefined
  return place === undefined || target === undefined || placeOf(target) === undefined
    ? undefined
    : arrowProblem(file, place, target)
}

function arrowProblem(file: string, place: string, target: string): string | undefined {
  if (isTesting(target) && isProduct(file)) return `${place} may not import testing: the image lacks it`
  const allowed = [ownPath(file, place), ...(arrows[place] ?? []), ...(isTest(file) ? ofTests(file) : [])]
  return allowed.some(path => isUnder(target, path))
    ? undefined
    : `${place} may not import ${placeOf(target) ?? target}: see scripts/lint/arrows.ts`
}

/** Returns a path of `arrows` with the file's own folder in place of `*`. */
function ownPath(file: string, place: string): string {
  return file.split('/', place.split('/').length).join('/')
}

function packageProblem(file: string, place: string, specifier: string): string | undefined {
  if (isTest(file)) return undefined
  const name = specifier.startsWith('@') ? specifier.split('/', 2).join('/') : specifier
  const packages = packagesOf[longest(Object.keys(packagesOf), file) ?? '']
  const owners = ownersOf[name] ?? ownersOf[name.split('/')[0] ?? '']
  const isAllowed =
    (packages?.some(allowed => specifier === allowed || specifier.startsWith(`${allowed}/`)) ?? true) &&
    (owners?.some(path => isUnder(file, path)) ?? true)
  return isAllowed ? undefined : `${place} may not import the package ${name}: see scripts/lint/arrows.ts`
}

/** Returns the path of an imported file in the form of `arrows`, or undefined for an external package. */
function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return inTable(slashed(join(path, '..', specifier)))
  const [, part, file = 'index'] = /^@ekyc\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? []
  // Imports from `ui` contain the ending of the file, unlike other imports.
  return part === undefined ? undefined : `${part}/src/${/\.\w+$/.test(file) ? file : `${file}.ts`}`
}

function placeOf(path: string): string | undefined {
  return longest(Object.keys(arrows), path)
}

function longest(places: string[], path: string): string | undefined {
  return places.filter(place => isUnder(path, place)).toSorted((one, other) => other.length - one.length)[0]
}

function ofTests(file: string): string[] {
  return Object.entries(arrowsOfTests).flatMap(([path, more]) => (isUnder(file, path) ? more : []))
}

function isUnder(path: string, place: string): boolean {
  const wanted = place.split('/')
  const found = path.split('/')
  return wanted.every(
    (part, index) => part === found[index] || (part === '*' && found[index + 1] !== undefined),
  )
}

function isTest(file: string): boolean {
  return (
    /\.(?:test|spec)\.[^.]+$/.test(file) ||
    /^(?:proving\/journeys|scripts\/testing|[^/]+\/(?:src\/)?testing)\//.test(file)
  )
}

function isTesting(path: string): boolean {
  return /^[^/]+\/(?:src\/)?testing(?:\/|$)/.test(path)
}

/** Tells whether a file belongs to a program that a bank runs, or to a published package. */
function isProduct(file: string): boolean {
  return (
    /^(?:console|contract|private-[a-z]+|rd-[a-z]+|portal|sandbox|server|signed-xml|ui)\//.test(file) &&
    !isTest(file)
  )
}

function inTable(path: string): string {
  return path.replace(/^product\//, '')
}

function partOf(path: string): string {
  const [part = ''] = path.split('/', 1)
  return part
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}
