import { isAbsolute, join, relative } from 'node:path'

import { arrows, arrowsOfTests, ownersOf, packagesOf } from './arrows.mjs'

/** Parts that other parts import by package name, never by path. */
const packageParts = ['contract', 'private-postgres', 'rd-client']

const rule = {
  create(context) {
    const file = slashed(relative(context.cwd, context.filename))

    function check(source) {
      if (typeof source?.value !== 'string') return
      const problem = problemOf(file, source.value)
      if (problem !== undefined) context.report({ node: source, message: problem })
    }

    return {
      ImportDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
    }
  },
}

/** The lint plugin that enforces the import rules between parts, rings of the server and features of the portal. */
export default { meta: { name: 'walls' }, rules: { arrows: rule } }

/** @returns the reason against the import, or undefined for an allowed one */
function problemOf(file, specifier) {
  const place = placeOf(file)
  if (place === undefined) return undefined
  const target = targetOf(file, specifier)
  if (target === undefined) return packageProblem(file, place, specifier)
  if (isAbsolute(target) || target.startsWith('..')) return undefined

  const part = partOf(target)
  if (specifier.startsWith('.') && part !== partOf(file) && packageParts.includes(part))
    return `import @ekyc/${part} by its name, not by a path`
  const allowed = [ownPath(file, place), ...arrows[place], ...(isTest(file) ? ofTests(file) : [])]
  return allowed.some(path => isUnder(target, path))
    ? undefined
    : `${place} may not import ${placeOf(target) ?? target}: see scripts/lint/arrows.mjs`
}

/** Replaces `*` in a path by the file's own folder. */
function ownPath(file, place) {
  return file.split('/', place.split('/').length).join('/')
}

function packageProblem(file, place, specifier) {
  if (isTest(file)) return undefined
  const name = specifier.startsWith('@') ? specifier.split('/', 2).join('/') : specifier
  const packages = packagesOf[place]
  const owners = ownersOf[name]
  const isAllowed =
    (packages === undefined ||
      packages.some(allowed => specifier === allowed || specifier.startsWith(`${allowed}/`))) &&
    (owners === undefined || owners.some(path => isUnder(file, path)))
  return isAllowed ? undefined : `${place} may not import the package ${name}: see scripts/lint/arrows.mjs`
}

/** Returns the import's path from the root, or undefined for an external package. */
function targetOf(file, specifier) {
  if (specifier.startsWith('.')) return slashed(join(file, '..', specifier))
  const [, part, path = 'index'] = /^@ekyc\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? []
  return part === undefined ? undefined : `${part}/src/${path}.ts`
}

function placeOf(path) {
  return Object.keys(arrows)
    .filter(place => isUnder(path, place))
    .toSorted((one, other) => other.length - one.length)[0]
}

function ofTests(file) {
  return Object.entries(arrowsOfTests).flatMap(([path, more]) => (isUnder(file, path) ? more : []))
}

function isUnder(path, place) {
  const wanted = place.split('/')
  const found = path.split('/')
  return wanted.every(
    (part, index) => part === found[index] || (part === '*' && found[index + 1] !== undefined),
  )
}

function isTest(file) {
  return /\.(?:test|spec)\.[^.]+$/.test(file) || /^(?:e2e|[^/]+\/src\/testing)\//.test(file)
}

function partOf(path) {
  return path.split('/', 1)[0]
}

function slashed(path) {
  return path.replaceAll('\\', '/')
}
