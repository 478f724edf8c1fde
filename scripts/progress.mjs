const EVERY_SECOND = 1000
const SECONDS_BETWEEN_LINES = 10

/**
 * Shows what is being waited for, and for how long. On a terminal one line counts the seconds; elsewhere (a log)
 * there is a line at the start, every ten seconds, and at the end.
 *
 * @returns {<T>(title: string, work: () => Promise<T>) => Promise<T>}
 */
export function createProgress(stream = process.stdout) {
  return async (title, work) => {
    const began = performance.now()
    const seconds = () => Math.round((performance.now() - began) / 1000)
    const show = stream.isTTY
      ? () => stream.write(`\r  ${title} … ${seconds()} s `)
      : () => seconds() % SECONDS_BETWEEN_LINES === 0 && stream.write(`  ${title} … ${seconds()} s\n`)
    stream.write(stream.isTTY ? `  ${title} …` : `  ${title} …\n`)
    const ticking = setInterval(show, EVERY_SECOND)
    try {
      const result = await work()
      const took = `${title}: done in ${((performance.now() - began) / 1000).toFixed(1)} s`
      stream.write(stream.isTTY ? `\r  ${took}\u001b[K\n` : `  ${took}\n`)
      return result
    } catch (error) {
      if (stream.isTTY) stream.write('\n')
      throw error
    } finally {
      clearInterval(ticking)
    }
  }
}
