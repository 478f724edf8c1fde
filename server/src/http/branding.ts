import { readFileSync } from 'node:fs'

import { Branding } from '@ekyc/contract/branding'
import { Pointer, Value } from 'typebox/value'

export type { Branding } from '@ekyc/contract/branding'

/** @throws with every field that is wrong, so that a bank mends its file in one go */
export function readBranding(path: string): Branding {
  const { branding, problems } = examineBranding(path)
  if (!branding) throw new Error(`The branding file ${path} cannot be used: ${problems.join('; ')}.`)
  return branding
}

/** @returns the branding, or one problem a field that is wrong; none shows what stands there */
export function examineBranding(path: string): { branding: Branding | undefined; problems: string[] } {
  const file = readJson(path)
  if (Value.Check(Branding, file)) return { branding: file, problems: [] }
  if (file === undefined) return { branding: undefined, problems: ['the file cannot be read, or is no JSON'] }
  const problems = Value.Errors(Branding, file).map(({ instancePath, schemaPath, message }) => {
    const field = instancePath.slice(1).replaceAll('/', '.') || 'the file'
    return `${field} ${message}${wanted(schemaPath)}`
  })
  return { branding: undefined, problems }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** A pattern says nothing to who keeps the file. */
function wanted(schemaPath: string): string {
  const schema = Pointer.Get(Branding, schemaPath.slice(1)) as { description?: string } | undefined
  return schema?.description ? ` (${schema.description})` : ''
}
