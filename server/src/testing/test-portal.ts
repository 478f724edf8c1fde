import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { languageCodes } from '@ekyc/contract/languages'

const source = join(import.meta.dirname, 'portal')

/** A folder like that of the built portal: each page in each language. */
export const testPortal = join(import.meta.dirname, '../../../node_modules/.cache/test-portal')

mkdirSync(testPortal, { recursive: true })
cpSync(join(source, 'worker.js'), join(testPortal, 'worker.js'))
for (const page of ['login', 'index']) {
  const html = readFileSync(join(source, `${page}.html`), 'utf8')
  for (const language of languageCodes) {
    const path = join(testPortal, `${page}.${language}.html`)
    // Tests that run at the same time write the same file.
    const whole = `${path}.${randomUUID()}`
    writeFileSync(whole, html.replace('lang="en"', `lang="${language}"`))
    renameSync(whole, path)
  }
}
