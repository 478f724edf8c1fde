const EVERY_SECOND = 1000
const SECONDS_BETWEEN_LINES = 10

export type Progress = <T>(title: string, work: () => Promise<T>) => Promise<T>

/**
 * Returns a function that shows the title of the running work, and its seconds. A terminal gets one line that counts
 * up. A log gets a line at the start, every ten seconds, and at the end.
 */
export function createProgress(stream: NodeJS.WriteStream = process.stdout): Progress {
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
