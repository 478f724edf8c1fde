/** Replaces `before` with `after` literally (String.replace() would interpret `$&` in `after`). Throws if absent. */
export function replaceOnce(text: string, before: string | RegExp, after: string): string {
  let times = 0
  const result = text.replace(before, () => {
    times += 1
    return after
  })
  if (times !== 1) throw new Error(`The page has no place for ${after.slice(0, 60)}: ${before} is missing.`)
  return result
}
