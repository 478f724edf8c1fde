import { expect, test } from 'vitest'

import { rulesShown } from '../proving/specification.ts'

test('each statement of the specification is in the title of a test that is not skipped', () => {
  expect(rulesShown().missing).toEqual([])
})
