import { readFileSync } from 'node:fs'

export const sealedPrefix = 'sealed:'

export type SettingSource = ReturnType<typeof createSettingSource>

export function createSettingSource(env: NodeJS.ProcessEnv, problems: string[]) {
  function hasProblem(name: string): boolean {
    return problems.some(problem => problem.startsWith(`${name} `) || problem.startsWith(`${name}_FILE `))
  }

  /** Adds a problem that begins with the setting's name. Each setting is reported once. */
  function refuse(name: string, demand: string): void {
    if (!hasProblem(name)) problems.push(`${name} ${demand}`)
  }

  function textOf(name: string): string | undefined {
    const file = env[`${name}_FILE`]
    if (file && env[name]) refuse(name, `and ${name}_FILE are both set: one of them must go`)
    const text = readSettingText(env, name)
    if (text === undefined && file) refuse(`${name}_FILE`, 'names a file that cannot be read')
    if (!text?.startsWith(sealedPrefix)) return text || undefined
    refuse(name, 'is sealed, and SEALING_KEY does not open it')
    return undefined
  }

  return { hasProblem, refuse, textOf, addProblem: (problem: string) => void problems.push(problem) }
}

/** Returns undefined for a file that cannot be read. */
export function readSettingText(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const file = env[`${name}_FILE`]
  if (!file) return env[name]
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

export function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
}
