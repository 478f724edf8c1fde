import { readFileSync } from 'node:fs'

import { inRoot } from '../../../scripts/folders.ts'

/** Returns the commands under `<!-- drill: NAME -->` in a page of docs, one per line, without comments. */
export function documented(name: string, file = 'operations.md'): string[] {
  const page = readFileSync(inRoot('docs', file), 'utf8')
  const [, block] =
    new RegExp(`<!-- drill: ${name} -->\\s+\`\`\`[a-z]*\\n([\\s\\S]*?)\`\`\``).exec(page) ?? []
  if (!block) throw new Error(`docs/${file} has no commands under '${name}'.`)
  return block
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map(line => line.replace(/\s+#.*$/, '').trim())
    .filter(Boolean)
}
