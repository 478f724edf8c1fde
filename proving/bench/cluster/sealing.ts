import { setTimeout as wait } from 'node:timers/promises'

import { openAudit } from '../../../product/server/src/testing/open-audit.ts'

const rowsPerSecond = 2_000
const rowsAtOnce = 100

export type Sealing = Record<
  'writtenPerSecond' | 'sealedPerSecondOfBacklog' | 'mostWaiting' | 'waitingAtEnd',
  number
>

/** Measures the sealing of a backlog of audit rows, and then of rows written at a steady rate for `seconds`. */
export async function measureSealing(url: string, seconds: number): Promise<Sealing> {
  const audit = openAudit(url)
  try {
    await audit.seal()
    const backlog = rowsPerSecond * 5
    for (let rows = 0; rows < backlog; rows += rowsAtOnce) await audit.append(rowsAtOnce)
    const began = performance.now()
    const sealedPerSecondOfBacklog = (await audit.seal()) / ((performance.now() - began) / 1_000)

    let [written, sealed, mostWaiting] = [0, 0, 0]
    const shift = { isOver: false }
    const sealer = (async () => {
      while (!shift.isOver) {
        sealed += await audit.seal()
        await wait(20)
      }
    })()
    const start = performance.now()
    for (let due = 0; performance.now() - start < seconds * 1_000; due += rowsAtOnce) {
      await wait(Math.max(0, (due / rowsPerSecond) * 1_000 - (performance.now() - start)))
      await audit.append(rowsAtOnce)
      written += rowsAtOnce
      mostWaiting = Math.max(mostWaiting, written - sealed)
    }
    const tookS = (performance.now() - start) / 1_000
    const waitingAtEnd = written - sealed
    shift.isOver = true
    await sealer
    return { writtenPerSecond: written / tookS, sealedPerSecondOfBacklog, mostWaiting, waitingAtEnd }
  } finally {
    await audit.close()
  }
}
