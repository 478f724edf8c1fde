/** Prints one line for each finding, passed or failed, and a total at the end. */
export function createReport() {
  const count = { passed: 0, failed: 0 }
  const began = performance.now()

  function line(kind, text) {
    console.log(`${String(Math.round((performance.now() - began) / 1000)).padStart(5)} s  ${kind}  ${text}`)
  }

  return {
    say: text => line('      ', text),
    /** @param detail the observed values, shown with the finding */
    check(text, isSo, detail = '') {
      count[isSo ? 'passed' : 'failed'] += 1
      line(isSo ? 'passed' : 'FAILED', detail === '' ? text : `${text} (${detail})`)
    },
    /** Counts a walk that throws as failed; the next walk still runs. */
    async walk(title, work) {
      try {
        await work()
      } catch (error) {
        this.check(title, false, error.message)
      }
    },
    close() {
      console.log(`\n${count.passed} passed, ${count.failed} failed`)
      return count.failed === 0 ? 0 : 1
    },
  }
}
