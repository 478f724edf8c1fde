import { expect, test } from 'vitest'

import { createProgress } from './progress.ts'

function told(isTTY: boolean, steps: number[]): string {
  let written = ''
  const progress = createProgress({ isTTY, write: text => (written += text) })
  for (const done of steps) progress.tell(done, 25_000)
  progress.end()
  return written
}

test('a log gets a line every ten thousand, and none for a short run', () => {
  const steps = Array.from({ length: 25 }, (_, index) => (index + 1) * 1_000)
  expect(told(false, steps)).toBe('10000 of 25000 …\n20000 of 25000 …\n')
  expect(told(false, [1_000, 2_000])).toBe('')
})

test('a terminal gets one line, which is gone at the end', () => {
  expect(told(true, [1_000, 2_000])).toBe('\r1000 of 25000 …\r2000 of 25000 …\r\u001b[K')
  expect(told(true, [])).toBe('')
})
