const everyMany = 10_000

export type Progress = { tell(done: number, of: number): void; end(): void }

/** Shows the progress of a long run: on a terminal in one changing line, otherwise in a line per 10,000 rows. */
export function createProgress(out: { isTTY?: boolean; write(text: string): unknown }): Progress {
  let told = 0
  return {
    tell(done, of) {
      if (out.isTTY) out.write(`\r${done} of ${of} …`)
      else if (Math.floor(done / everyMany) > Math.floor(told / everyMany)) out.write(`${done} of ${of} …\n`)
      told = done
    },
    end() {
      if (out.isTTY && told > 0) out.write('\r\u001b[K')
    },
  }
}
