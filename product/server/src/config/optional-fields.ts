/**
 * Reads the list `optional` of a file. The list names fields, by their path, that a server ignores if its version does
 * not know them, so that an older server accepts a newer file.
 * @returns the paths, and one problem for each path that names no field of the file
 */
export function optionalFields(file: unknown): { optional: ReadonlySet<string>; problems: string[] } {
  const marks = fieldAt(file, ['optional'])
  const names = Array.isArray(marks) ? marks.filter(mark => typeof mark === 'string') : []
  const problems = names
    .filter(name => fieldAt(file, name.split('.')) === undefined)
    .map(name => `optional names ${name}, which the file lacks`)
  return { optional: new Set(names), problems }
}

function fieldAt(file: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    file,
  )
}
