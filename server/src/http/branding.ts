import { readFileSync } from 'node:fs'

import { Branding } from '@ekyc/contract/branding'
import { Value } from 'typebox/value'

export type { Branding } from '@ekyc/contract/branding'

/** @throws with every field that is wrong, so that a bank mends its file in one go */
export function readBranding(path: string): Branding {
  const problems: string[] = []
  const branding = parse(path, problems)
  if (problems.length > 0)
    throw new Error(`The branding file ${path} cannot be used: ${problems.join('; ')}.`)
  return branding
}

function parse(path: string, problems: string[]): Branding {
  try {
    const file: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (Value.Check(Branding, file)) return file
    for (const { instancePath, message } of Value.Errors(Branding, file))
      problems.push(`${instancePath.slice(1).replaceAll('/', '.') || 'the file'} ${message}`)
  } catch (error) {
    problems.push(error instanceof Error ? error.message : 'it cannot be read')
  }
  return {} as Branding
}
