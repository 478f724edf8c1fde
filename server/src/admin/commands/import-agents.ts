import { createHash } from 'node:crypto'
import { basename } from 'node:path'

import { columns, readAgentsFile } from '../agents-file.ts'
import { command } from '../command.ts'

export const importAgents = command({
  name: 'agents import',
  summary: 'On-boards the agents of a CSV file, all of them or none.',
  details: `The first line names the columns: ${Object.values(columns).join(', ')}; mobile and name are needed,
several roles are separated by blanks. Every line that is wrong is told, and then nothing is imported.`,
  arguments: [{ name: 'FILE', about: 'the file, UTF-8; - reads the standard input' }],
  examples: ['agents.csv', '- --yes < agents.csv'],
  async run({ arguments: { FILE } }, tools) {
    const bytes = await tools.readFile(FILE)
    const lines = readAgentsFile(bytes)
    // Where the file itself shows that it will be refused, nobody needs to be asked.
    if (lines.every(line => 'details' in line))
      await tools.confirm(
        `Add the agents of this file (${lines.length})? They can be disabled later, but not removed.`,
      )
    const { agents } = await tools.administration()
    const result = await agents.import(lines, sourceOf(FILE, bytes))
    return { text: `Agents added: ${result.added}.`, data: result }
  },
})

/** Which file it was, so that it can be found again: its name may be anybody's choice, its hash is not. */
function sourceOf(path: string, bytes: Uint8Array): string {
  const name = path === '-' ? 'standard input' : basename(path).replace(/[^\p{L}\p{M}\p{N} ._-]/gu, '_')
  return `${name.slice(0, 80)} (SHA-256 ${createHash('sha256').update(bytes).digest('hex')})`
}
