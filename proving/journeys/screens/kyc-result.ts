import { paths } from '@ekyc/contract/paths'
import type { Page } from '@playwright/test'

import { calls, envelope, noCopying, overloaded, statesOf } from './screen.ts'

const result = {
  status: 'KYC_FAILURE',
  refusal: 'other',
  authority: { source: 'authentication', code: '300', action: '' },
  orderId: '5b5c1ef6-0a07-4a2c-9a55-1c4e3b0b9d1f',
  txnId: 'UKC:0123456789abcdef0123456789abcdef',
  displayMsg: 'The fingerprint did not match. (300)',
  createdOn: '2026-03-04T05:06:07.000Z',
  completedOn: '2026-03-04T05:07:00.000Z',
  dbsRefCode: 'DBS20001',
  consent: { version: '1', language: 'en', givenOn: '2026-03-04T05:05:00.000Z' },
  device: { dpId: 'MANTRA.MSIPL', rdsId: 'MANTRA.WIN.001', rdsVer: '1.0.8', mi: 'MFS110' },
  returnTo: '/dashboard',
}
const success = {
  ...result,
  status: 'KYC_SUCCESS',
  refusal: '',
  authority: null,
  displayMsg: 'Success',
  dbsRefCode: 'DBS10001',
}

const copy = (entry: number) => (page: Page) => page.getByRole('button', { name: 'Copy' }).nth(entry).click()

export const kycResultScreens = statesOf(paths.kycResult, [
  { state: 'success', slice: { kycVal: success }, shows: 'Success' },
  { state: 'failure', slice: { kycVal: result }, shows: 'did not match' },
  {
    state: 'no answer in time',
    slice: {
      kycVal: { ...result, refusal: 'authoritySilent', authority: null, displayMsg: 'Timeout Error' },
    },
    shows: 'Timeout Error',
  },
  ...(['scanTooOld', 'certificate', 'notPermitted', 'unanswered', 'authorityUnusable'] as const).map(
    refusal => ({
      state: `refused: ${refusal}`,
      slice: { kycVal: { ...result, refusal, authority: null, displayMsg: 'The text of the server.' } },
      shows: 'The text of the server.',
    }),
  ),
  {
    state: 'copied',
    slice: { kycVal: success },
    // Grants the permission, because chromium-headless-shell refuses the permission without a prompt.
    act: async page => {
      await page.context().grantPermissions(['clipboard-write'])
      await copy(0)(page)
    },
    shows: 'Copied',
  },
  {
    state: 'copying forbidden',
    slice: { kycVal: success },
    before: noCopying,
    act: copy(2),
    shows: 'The browser did not allow copying',
  },
  { state: 'none', shows: 'There is no result to show.' },
])

const {
  status,
  orderId: id,
  txnId: transactionId,
  displayMsg: tpsMsg,
  createdOn,
  dbsRefCode,
  consent,
  device,
} = result
const refused = {
  id,
  status,
  transactionId,
  tpsMsg,
  createdOn,
  dbsRefCode,
  consent,
  device,
  completedOn: '2026-03-04T05:07:00.000Z',
  code: 'fingerprint_not_matched',
  authority: result.authority,
}
const verified = {
  ...refused,
  status: 'KYC_SUCCESS',
  tpsMsg: 'Success',
  dbsRefCode: 'DBS10001',
  code: '',
  authority: null,
}
const ofOrder = (order: object) => ({
  opensAt: `${paths.kycOrder}#${id}`,
  answers: { [calls.order]: { body: { ...envelope(true), order } } },
})

export const kycOrderScreens = statesOf(paths.kycOrder, [
  { state: 'success', ...ofOrder(verified), shows: 'Success' },
  { state: 'failure', ...ofOrder(refused), shows: 'did not match' },
  {
    state: 'from before consent and device were kept',
    ...ofOrder({ ...verified, consent: null, device: null }),
    shows: 'None recorded',
  },
  {
    state: 'not submitted',
    ...ofOrder({ ...verified, status: 'INIT', transactionId: '', completedOn: null }),
    shows: 'not finished',
  },
  { state: 'loading', ...ofOrder(verified), answers: { [calls.order]: 'nothing' }, shows: 'KYC Details' },
  {
    state: 'failed',
    ...ofOrder(verified),
    answers: { [calls.order]: overloaded },
    shows: 'Try again',
  },
  { state: 'none', shows: 'There is no result to show.' },
])

const exception = {
  reason: 'worn',
  openedOn: '2026-03-04T05:07:00.000Z',
  dueBy: '2026-03-07T05:07:00.000Z',
  tries: 5,
  decision: null,
}
const ofException = (order: object) => ({ ...ofOrder(order), opensAt: `${paths.kycException}#${id}` })

export const kycExceptionScreens = statesOf(paths.kycException, [
  { state: 'a reason is asked for', ...ofException(refused), shows: 'Give it to the bank' },
  { state: 'slip', ...ofException({ ...refused, exception }), shows: 'You have not been refused' },
  {
    state: 'decided',
    ...ofException({ ...refused, exception: { ...exception, decision: 'invite_again' } }),
    shows: 'Please come again',
  },
  { state: 'none', shows: 'There is no result to show.' },
])
