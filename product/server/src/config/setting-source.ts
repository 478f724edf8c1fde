import { readFileSync } from 'node:fs'

export type SettingSource = ReturnType<typeof createSettingSource>

/** Reads the texts of variables, and collects the problems of the settings. */
export function createSettingSource(env: NodeJS.ProcessEnv, problems: string[]) {
  const known = new Set<string>()

  function tell(problem: string): void {
    if (!problems.includes(problem)) problems.push(problem)
  }

  function optional(name: string): string | undefined {
    known.add(name)
    const file = env[`${name}_FILE`]
    if (!file) return env[name] || undefined
    if (env[name]) tell(`${name} and ${name}_FILE are both set: one of them must go`)
    try {
      return readFileSync(file, 'utf8').trim() || undefined
    } catch {
      tell(`${name}_FILE names a file that cannot be read`)
      return undefined
    }
  }

  function wrong(name: string): boolean {
    return problems.some(problem => problem.startsWith(`${name} `) || problem.startsWith(`${name}_FILE `))
  }

  function required(name: string): string {
    const value = optional(name)
    if (value === undefined && !wrong(name)) tell(`${name} is missing`)
    return value ?? ''
  }

  function list(name: string): string[] {
    return (optional(name) ?? '')
      .split(',')
      .map(part => part.trim())
      .filter(Boolean)
  }

  return {
    /** The names that the readers have read. */
    known,
    /** Returns whether a problem of this setting has been reported. */
    wrong,
    tell,
    optional,
    required,
    list,
  }
}
