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

test('an empty attribute is one that is left out', () => {
  const empty = captureBody({ fType: '', posh: '', wadh: '', timeout: '', otp: '', iCount: '', pCount: '' })
  expect(read(empty)).toMatchObject({ fType: '0', posh: 'UNKNOWN', wadh: undefined, timeoutMs: 10_000 })
})

test('named fingers are taken when they are as many as asked for', () => {
  expect(read(captureBody({ fCount: '2', posh: 'LEFT_THUMB,RIGHT_INDEX' }))).toMatchObject({ fCount: 2 })
})

test.each([
  ['100', ''],
  ['100', 'PidOptions'],
  ['100', '<PidOptions ver="1.0"></PidOptions>'],
  ['100', captureBody().replace('ver="1.0"', 'ver="2.0"')],
  ['100', captureBody().replaceAll('PidOptions', 'PidOption')],
  ['100', captureBody().replace('<CustOpts>', '<Extra/><CustOpts>')],
  ['100', captureBody().replace('<CustOpts>', '<Opts/><CustOpts>')],
  ['100', captureBody({ colour: 'blue' })],
  ['100', captureBody().replace('</PidOptions>', '')],
  ['100', `<!DOCTYPE PidOptions [<!ENTITY a "b">]>${captureBody()}`],
  ['110', captureBody({ fType: '3' })],
  ['110', captureBody({ fType: 'FMR' })],
  ['120', captureBody({ fCount: '0' })],
  ['120', captureBody({ fCount: '11' })],
  ['120', captureBody({ fCount: 'one' })],
  ['130', captureBody({ iCount: '3' })],
  ['140', captureBody({ iType: '1' })],
  ['150', captureBody({ pidVer: '1.0' })],
  ['150', captureBody({ pidVer: '' })],
  ['160', captureBody({ timeout: '1000' })],
  ['160', captureBody({ timeout: '120000' })],
  ['160', captureBody({ timeout: '20s' })],
  ['170', captureBody({ posh: 'LEFT_TOE' })],
  ['170', captureBody({ posh: 'UNKNOWN,LEFT_THUMB', fCount: '2' })],
  ['170', captureBody({ posh: 'LEFT_THUMB,LEFT_THUMB', fCount: '2' })],
  ['170', captureBody({ posh: 'LEFT_THUMB,LEFT_INDEX' })],
  ['180', captureBody({ pCount: '1' })],
  ['190', captureBody({ format: 'X' })],
  ['200', captureBody().replace('<CustOpts>', '<Demo>somebody</Demo><CustOpts>')],
  ['200', captureBody().replace('<CustOpts>', '<Demo><Name/></Demo><CustOpts>')],
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
