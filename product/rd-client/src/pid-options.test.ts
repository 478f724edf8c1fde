import { expect, test } from 'vitest'

import { writePidOptions } from './pid-options.ts'
import { bytesOf } from './testing/device-answers.ts'
import { onlyElement, readXml } from './xml.ts'

test('[KYC-6] the capture asks for one finger, FMR and FIR, PID 2.0, 20 s, production, with the wadh, as the standard spells them', () => {
  const document = (wadh: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><PidOptions ver="1.0"><Opts fCount="1" fType="2" iCount="0" pCount="0" format="0" pidVer="2.0" timeout="20000"${wadh} posh="UNKNOWN" env="P"/></PidOptions>`
  expect(writePidOptions({ wadh: 'E0jzJ/P8=' })).toBe(document(' wadh="E0jzJ/P8="'))
  expect(writePidOptions({ wadh: '' })).toBe(document(''))
})

test('[KYC-6] no wadh can break out of its attribute', () => {
  const wadh = `"/><Opts a='&amp;'>\n\t`
  const root = readXml(bytesOf(writePidOptions({ wadh })))
  expect(onlyElement(root, 'opts')?.attributes.get('wadh')).toBe(wadh)
})
