import { readFileSync } from 'node:fs'

import { Branding } from '@ekyc/contract/branding'
import { Pointer, Value } from 'typebox/value'

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
    for (const { instancePath, schemaPath, message } of Value.Errors(Branding, file)) {
      const field = instancePath.slice(1).replaceAll('/', '.') || 'the file'
      problems.push(`${field} ${message}${wanted(schemaPath)}`)
    }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : 'it cannot be read')
  }
  return {} as Branding
}

/** A pattern says nothing to who keeps the file. */
function wanted(schemaPath: string): string {
  const schema = Pointer.Get(Branding, schemaPath.slice(1)) as { description?: string } | undefined
  return schema?.description ? ` (${schema.description})` : ''
}
