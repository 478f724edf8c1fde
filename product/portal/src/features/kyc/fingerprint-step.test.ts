import { afterEach, expect, test } from 'vitest'

import { resetSession, setSession } from '../../session/session.ts'
import { rememberedScanner } from './fingerprint-step.tsx'

afterEach(() => resetSession())

test('[KYC-5] a remembered scanner is asked again at its address', () => {
  setSession({ rdServicePort: '11105', captureUrl: 'https://localhost:11105/rd/capture' })
  expect(rememberedScanner()).toEqual({ scheme: 'https', host: 'localhost', port: 11105 })
})

test('[KYC-5] a forged remembered address leads to no other computer', () => {
  setSession({ rdServicePort: '11105', captureUrl: 'http://203.0.113.7:11105/rd/capture' })
  expect(rememberedScanner()).toBeUndefined()
  setSession({ rdServicePort: '', captureUrl: '' })
  expect(rememberedScanner()).toBeUndefined()
})
