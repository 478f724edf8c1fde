import { rights, type ActName } from '@ekyc/contract/console/acts'
import { expect, test } from 'vitest'

import { permissionFor, type Maker } from './permissions.ts'

test('nobody does alone what gives a right, whatever the table of rights lets one person do', () => {
  const anybody: Maker = { kind: 'admin', name: 'Priya' }
  expect(
    (Object.keys(rights) as ActName[]).filter(name => permissionFor(anybody, name, Infinity) === 'do'),
  ).toEqual([])
})
