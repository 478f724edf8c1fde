import { expect, test, vi } from 'vitest'

import { saveCsv } from './save-csv.ts'

test('the name of a saved file has the date in India', () => {
  vi.setSystemTime('2026-11-27T19:00:00Z')
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  saveCsv(['a'], 'orders')
  expect(names).toEqual(['orders-2026-11-28.csv'])
  vi.restoreAllMocks()
})
