import { readMobilesFile } from '../agents-file.ts'
import { command, type Answer, type Tools } from '../command.ts'
import { sourceOf } from '../file-source.ts'
import { UsageError } from '../usage-error.ts'
import { said } from './said.ts'

export const disableAgents = command({
  name: 'agents disable',
  summary: 'Locks an agent out at once and ends the sessions; or all agents of a file.',
  details: `The file is CSV, UTF-8, with a column mobile; other columns are not looked at. Where a line is no agent, it is told
and nobody is disabled.`,
  arguments: [{ name: 'MOBILE', about: "the agent's mobile number, 10 digits", optional: true }],
  options: {
    file: { kind: 'text', value: 'FILE', about: 'all agents of this file; - reads the standard input' },
  },
  examples: ['9876543210 --yes', '--file leavers.csv'],
  async run({ arguments: { MOBILE }, options: { file } }, tools) {
    if (file !== undefined && MOBILE === undefined) return disableAll(file, tools)
    if (MOBILE === undefined || file !== undefined)
      throw new UsageError('Name one MOBILE, or a --file of them.', 'agents disable')
    await tools.confirm(`Disable ${MOBILE} and end all sessions of this agent?`)
    const { agents } = await tools.administration()
    return said(await agents.disable(MOBILE), 'is disabled', 'was disabled already')
  },
})

async function disableAll(path: string, tools: Tools): Promise<Answer> {
  const bytes = await tools.readFile(path)
  const lines = readMobilesFile(bytes)
  await tools.confirm(`Disable the agents of this file (${lines.length}) and end all their sessions?`)
  const { manyAgents } = await tools.administration()
  let disabled = 0
  const onProgress = (done: number) => tools.progress((disabled += done), lines.length)
  const result = await manyAgents.disableAll({ lines, source: sourceOf(path, bytes) }, { onProgress })
  const already = result.unchanged > 0 ? ` Disabled already: ${result.unchanged}.` : ''
  return {
    text: `Agents disabled: ${result.disabled}.${already} Sessions ended: ${result.sessionsEnded}.`,
    data: result,
  }
}
