import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'

import { inRoot } from './folders.mjs'

const notSource = /(^|\/)(node_modules|dist)(\/|$)|\.test\.tsx?$/

/** Whether a build is there and was made from exactly these sources. Some 30 ms: contents, not dates, are compared. */
export function isFresh(name, { sources, told, results }) {
  return results().every(path => existsSync(path)) && readStamp(name) === hashOf(sources, told)
}

/**
 * Takes the sources' hash before a build, and returns what writes it down after: a source that is changed while
 * the build runs makes it stale again.
 */
export function stamp(name, { sources, told }) {
  const hash = hashOf(sources, told)
  return () => {
    mkdirSync(inRoot('dist'), { recursive: true })
    writeFileSync(stampPath(name), hash)
  }
}

function readStamp(name) {
  return existsSync(stampPath(name)) ? readFileSync(stampPath(name), 'utf8') : ''
}

function stampPath(name) {
  return inRoot('dist', `.${name}.stamp`)
}

function hashOf(sources, told) {
  const hash = createHash('sha256').update(told?.() ?? '')
  for (const path of sources.flatMap(source => filesBelow(source))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(inRoot(path)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesBelow(path) {
  if (notSource.test(path) || !existsSync(inRoot(path))) return []
  if (!statSync(inRoot(path)).isDirectory()) return [path]
  return readdirSync(inRoot(path))
    .toSorted()
    .flatMap(entry => filesBelow(`${path}/${entry}`))
}
