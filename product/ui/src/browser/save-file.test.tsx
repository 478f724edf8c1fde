import { expect, test, vi } from 'vitest'

import { saveFile } from './save-file.ts'

test('the name of a saved file has the date in India', () => {
  vi.setSystemTime('2026-11-27T19:00:00Z')
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  saveFile(['a'], { name: 'orders', ending: 'csv', type: 'text/csv' })
  expect(names).toEqual(['orders-2026-11-28.csv'])
  vi.restoreAllMocks()
})
