import { readFileSync } from 'node:fs'

import { inRoot } from '../../../scripts/folders.ts'

/** Returns the commands of docs/operations.md under `<!-- drill: NAME -->`, one per line, without comments. */
export function documented(name: string): string[] {
  const page = readFileSync(inRoot('docs', 'operations.md'), 'utf8')
  const [, block] =
    new RegExp(`<!-- drill: ${name} -->\\s+\`\`\`[a-z]*\\n([\\s\\S]*?)\`\`\``).exec(page) ?? []
  if (!block) throw new Error(`docs/operations.md has no commands under '${name}'.`)
  return block
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map(line => line.replace(/\s+#.*$/, '').trim())
    .filter(Boolean)
}
