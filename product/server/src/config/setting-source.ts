import { readFileSync } from 'node:fs'

/** The prefix of a value that SEALING_KEY has sealed. */
export const sealedPrefix = 'sealed:'

export type SettingSource = ReturnType<typeof createSettingSource>

/** Reads environment variables as texts, and collects the problems of the settings. */
export function createSettingSource(env: NodeJS.ProcessEnv, problems: string[]) {
  function addProblem(problem: string): void {
    if (!problems.includes(problem)) problems.push(problem)
  }

  function optional(name: string): string | undefined {
    const file = env[`${name}_FILE`]
    if (!file) return clear(name, env[name])
    if (env[name]) addProblem(`${name} and ${name}_FILE are both set: one of them must go`)
    try {
      return clear(name, readFileSync(file, 'utf8').trim())
    } catch {
      addProblem(`${name}_FILE names a file that cannot be read`)
      return undefined
    }
  }

  /** Reports a value that is still sealed, which SEALING_KEY has failed to open at the start. */
  function clear(name: string, value: string | undefined): string | undefined {
    if (!value?.startsWith(sealedPrefix)) return value || undefined
    addProblem(`${name} is sealed, and SEALING_KEY does not open it`)
    return undefined
  }

  /** Tells whether a problem of this setting has been reported. */
  function hasProblem(name: string): boolean {
    return problems.some(problem => problem.startsWith(`${name} `) || problem.startsWith(`${name}_FILE `))
  }

  function required(name: string): string {
    const value = optional(name)
    if (value === undefined && !hasProblem(name)) addProblem(`${name} is missing`)
    return value ?? ''
  }

  function list(name: string): string[] {
    return (optional(name) ?? '')
      .split(',')
      .map(part => part.trim())
      .filter(Boolean)
  }

  return { addProblem, hasProblem, optional, required, list }
}
