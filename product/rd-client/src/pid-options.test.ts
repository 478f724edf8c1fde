import { expect, test } from 'vitest'

import { writePidOptions, type PidOptions } from './pid-options.ts'
import { bytesOf } from './testing/device-answers.ts'
import { onlyElement, readXml } from './xml.ts'

test('[KYC-6] the capture asks for one finger, FMR and FIR, PID 2.0, 20 s, production, with the wadh', () => {
  const wadh = 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc='
  const root = readXml(bytesOf(writePidOptions({ wadh })))
  expect([root.name, root.attributes.get('ver')]).toEqual(['pidoptions', '1.0'])
  expect(Object.fromEntries(onlyElement(root, 'opts')?.attributes ?? [])).toEqual({
    fcount: '1',
    ftype: '2',
    icount: '0',
    pcount: '0',
    format: '0',
    pidver: '2.0',
    timeout: '20000',
    wadh,
    posh: 'UNKNOWN',
    env: 'P',
  })
})

test('[KYC-6] the attributes are spelt as the standard spells them', () => {
  const text = writePidOptions({ wadh: '', timeoutMs: 5000, environment: 'PP' })
  expect(text).toContain(
    '<Opts fCount="1" fType="2" iCount="0" pCount="0" format="0" pidVer="2.0" timeout="5000" posh="UNKNOWN" env="PP"/>',
  )
})

test('[KYC-6] no wadh can break out of its attribute', () => {
  const wadh = `"/><Opts a='&amp;'>\n\t`
  const root = readXml(bytesOf(writePidOptions({ wadh })))
  expect(onlyElement(root, 'opts')?.attributes.get('wadh')).toBe(wadh)
})

test('an empty wadh and an empty otp are left out', () => {
  expect(optionsOf({ wadh: '', otp: '' })).toEqual(optionsOf({}))
  expect(optionsOf({})).not.toHaveProperty('wadh')
})

test('fingers, their kind and positions, and otp are as the caller says', () => {
  expect(
    optionsOf({ fCount: 2, fType: '0', posh: ['LEFT_INDEX', 'RIGHT_THUMB'], otp: '123456' }),
  ).toMatchObject({
    fcount: '2',
    ftype: '0',
    posh: 'LEFT_INDEX,RIGHT_THUMB',
    otp: '123456',
  })
})

test('options of a vendor follow in CustOpts, with their names and values escaped', () => {
  const root = readXml(bytesOf(writePidOptions({ custOpts: { mantrakey: '<"&>', ValidationKey: '' } })))
  const params = onlyElement(root, 'custopts')?.children.map(({ attributes }) =>
    Object.fromEntries(attributes),
  )
  expect(params).toEqual([
    { name: 'mantrakey', value: '<"&>' },
    { name: 'ValidationKey', value: '' },
  ])
})

test.each([{ fCount: 11 }, { fCount: 1.5 }, { fCount: -1 }, { fCount: 0 }])(
  'a program that asks for %j throws TypeError',
  request => {
    expect(() => writePidOptions(request)).toThrow(TypeError)
  },
)

function optionsOf(request: PidOptions): Record<string, string> {
  const root = readXml(bytesOf(writePidOptions(request)))
  return Object.fromEntries(onlyElement(root, 'opts')?.attributes ?? [])
}
