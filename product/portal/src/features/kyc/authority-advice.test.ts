import { authorityErrors, type AuthoritySource } from '@ekyc/contract/authority-errors'
import { RdError } from '@ekyc/rd-client'
import { expect, test } from 'vitest'

import '../../testing/english.ts'
import { adviceFor } from '../../scanner/problem-view.tsx'
import { problemOf } from '../../scanner/scanner-problem.ts'
import { authorityAdvice } from './result-actions.tsx'

const adviceOn = (source: AuthoritySource, code: string) =>
  authorityAdvice({ source, code, action: '' }, { happened: 'as the server said', version: 'v1.2.8' })

const adviceOnDevice = (deviceCode: string) =>
  problemOf(new RdError('refused', { deviceCode }))?.advice ?? 'unknownCode'

test('[KYC-12] every code of the authority has its reason, what to say and what to do', () => {
  let count = 0
  for (const source of ['authentication', 'kyc'] as const) {
    for (const code of [...Object.keys(authorityErrors[source]), 'never published']) {
      const { because = '', tell, now, support } = adviceOn(source, code)
      for (const sentence of [because, tell, now]) expect(sentence).toMatch(/^[^{}]+[.]$/)
      expect(support).toEqual([`For support: authority code ${code}`])
      count += 1
    }
  }
  expect(count).toBeGreaterThan(100)
})

test('[KYC-8] [KYC-12] a device’s code and the authority’s of the same number say different things', () => {
  for (const number of ['999', '720', '730', '740', '710', '200', '100']) {
    const device = adviceFor(adviceOnDevice(number), { version: 'v1.2.8' })
    expect(adviceOn('authentication', number).now).not.toBe(device.now)
  }
  expect(adviceOn('authentication', '999').because).toMatch(/authority’s side/)
})
