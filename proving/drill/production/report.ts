export type Report = ReturnType<typeof createReport>

/** Creates a report that prints one line for each finding, passed or failed, and a total at the end. */
export function createReport() {
  const count = { passed: 0, failed: 0 }
  const began = performance.now()

  function line(kind: string, text: string): void {
    console.log(`${String(Math.round((performance.now() - began) / 1000)).padStart(5)} s  ${kind}  ${text}`)
  }

  function check(text: string, isSo: boolean, detail = ''): void {
    count[isSo ? 'passed' : 'failed'] += 1
    line(isSo ? 'passed' : 'FAILED', detail === '' ? text : `${text} (${detail})`)
  }

  return {
    say: (text: string) => line('      ', text),
    check,
    /** A walk that throws counts as failed, and the next walk still runs. */
    async walk(title: string, work: () => Promise<void>): Promise<void> {
      try {
        await work()
      } catch (error) {
        check(title, false, error instanceof Error ? error.message : String(error))
      }
    },
    close(): number {
      console.log(`\n${count.passed} passed, ${count.failed} failed`)
      return count.failed === 0 ? 0 : 1
    },
  }
}
