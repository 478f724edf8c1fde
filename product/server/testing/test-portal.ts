import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { languageCodes } from '@ekyc/contract/languages'

const source = join(import.meta.dirname, 'portal')

/** The path of a folder that has each page in each language, as the folder of the built portal has. */
export const testPortal = join(import.meta.dirname, '../../../node_modules/.cache/portal-in-tests')

mkdirSync(testPortal, { recursive: true })
for (const page of ['login', 'index']) {
  const html = read(`${page}.html`)
  for (const language of languageCodes)
    put(`${page}.${language}.html`, html.replace('lang="en"', `lang="${language}"`))
}

function read(name: string): string {
  return readFileSync(join(source, name), 'utf8')
}

/** Writes a file under a temporary name and renames it, because tests that run at the same time write the same file. */
function put(name: string, text: string): void {
  const path = join(testPortal, name)
  const whole = `${path}.${process.pid}`
  writeFileSync(whole, text)
  renameSync(whole, path)
}
