import { expect, test } from 'vitest'

import { readPidOptions } from './pid-options.ts'
import { captureBody } from './testing/device-client.ts'
import { profiles } from './vendors.ts'

const read = (xml: string) => readPidOptions(xml, profiles.mantra.rules)

test('[KYC-6] the body that the portal sends is taken, and wadh is kept as it is', () => {
  expect(read(captureBody({ wadh: 'a+/b=' }))).toMatchObject({
    fCount: 1,
    fType: '2',
    timeoutMs: 20_000,
    posh: 'UNKNOWN',
    wadh: 'a+/b=',
  })
})

test.each([
  ['100', ''],
  ['100', 'PidOptions'],
  ['100', `<!DOCTYPE PidOptions [<!ENTITY a "b">]>${captureBody()}`],
  ['110', captureBody({ fType: '3' })],
  ['120', captureBody({ fCount: '0' })],
  ['130', captureBody({ iCount: '3' })],
  ['140', captureBody({ iType: '1' })],
  ['150', captureBody({ pidVer: '1.0' })],
  ['160', captureBody({ timeout: '1000' })],
  ['170', captureBody({ posh: 'LEFT_TOE' })],
  ['180', captureBody({ pCount: '1' })],
  ['190', captureBody({ format: 'X' })],
  ['200', captureBody().replace('<CustOpts>', '<Demo>somebody</Demo><CustOpts>')],
  ['210', captureBody({ format: '1' })],
  ['220', captureBody({ env: 'Q' })],
  ['760', captureBody({ iCount: '1' })],
])('%s for %s', (code, xml) => {
  expect(read(xml)).toEqual({ refused: code })
})

test('drivers differ over env: one wants it, another takes P alone; and the old one does not know fType 2', () => {
  expect(readPidOptions(captureBody({ env: '' }), profiles.mantra.rules)).toEqual({ refused: '220' })
  expect(readPidOptions(captureBody({ env: '' }), profiles.morpho.rules)).not.toHaveProperty('refused')
  expect(readPidOptions(captureBody({ env: 'PP' }), profiles.morpho.rules)).toEqual({ refused: '220' })
  const old = { ...profiles.mantra.rules, fTypes: ['0', '1'] }
  expect(readPidOptions(captureBody(), old)).toEqual({ refused: '110' })
})
