import { readFileSync } from 'node:fs'

import { paths } from '@ekyc/contract/paths'
import { captureTexts, kycTexts } from '@ekyc/contract/texts'
import type { Page } from '@playwright/test'

import { agree } from '../agent.ts'
import {
  authorityOutage,
  calls,
  everyScanner,
  inTurn,
  outageText,
  permission,
  press,
  refusal,
  statesOf,
  type Answer,
  type Screen,
} from './screen.ts'

export type KycScreen = Screen & {
  says: (string | RegExp)[]
  /** The label of the primary action, or absent if the agent can only wait. */
  action?: string
  /** True if a phone shows only the consent, whose tick box is then the primary action. */
  asksOnPhone?: true
}

export function isKycScreen(screen: Screen): screen is KycScreen {
  return 'says' in screen
}

const order = {
  orderId: 'ORD-1',
  createdOn: '2026-11-20T20:15:07.000Z',
  wadh: 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc=',
  dbsRefCode: 'DBS10001',
}
const branding = new URL('../../../branding/default.json', import.meta.url)
const level1Only: Answer = { body: { ...JSON.parse(readFileSync(branding, 'utf8')), level1Only: true } }
const onForm = 'The number on the customer’s form'

const scan = async (page: Page) => {
  await agree(page)
  await page.getByRole('button', { name: 'Capture Fingerprint' }).click()
}
const inTamil = async (page: Page) => {
  await page.getByLabel('Customer’s language').selectOption('தமிழ்')
}
const captured = async (page: Page) => {
  await scan(page)
  await page.getByRole('button', { name: 'Proceed' }).waitFor()
}

export const kycScreens: KycScreen[] = [
  ...onPath([
    { state: '1 reference', shows: 'Reference number', says: [onForm], action: 'Check' },
    {
      state: '1 reference empty',
      act: press('Check'),
      shows: kycTexts.referenceEmpty,
      says: [kycTexts.referenceEmpty],
      action: 'Check',
    },
    {
      state: '1 checking',
      answers: { [calls.reference]: 'nothing' },
      act: check,
      shows: 'Please wait',
      says: [onForm],
      action: 'Check',
    },
    {
      state: '1 refused, in a dialog',
      answers: { [calls.reference]: refusal('reference_unknown') },
      act: check,
      shows: 'The reference number is not known to the bank.',
      says: ['The reference number is not known to the bank.'],
      action: 'Ok',
    },
    {
      state: '1 offline, in a dialog',
      answers: { [calls.reference]: 'broken' },
      act: check,
      shows: 'Failed to fetch',
      says: ['You are offline', 'Your reference is kept'],
      action: 'Try again',
    },
  ]),
  ...withOpenOrder([
    {
      state: '2 before the scan',
      asksOnPhone: true,
      shows: 'Capture Fingerprint',
      says: ['Plug in the scanner, then press Capture Fingerprint.'],
      action: 'Capture Fingerprint',
    },
    {
      state: '2 the session about to end',
      asksOnPhone: true,
      slice: { warningTime: 1 },
      shows: 'Capture Fingerprint',
      says: ['Plug in the scanner, then press Capture Fingerprint.'],
      action: 'Capture Fingerprint',
    },
    {
      state: '2 an outage',
      asksOnPhone: true,
      answers: authorityOutage,
      shows: outageText,
      says: [outageText, 'Plug in the scanner, then press Capture Fingerprint.'],
      action: 'Capture Fingerprint',
    },
    {
      state: '2 consent missed',
      asksOnPhone: true,
      act: press('Capture Fingerprint'),
      shows: 'Ask the customer first',
      says: ['Ask the customer first'],
      action: 'Capture Fingerprint',
    },
    {
      state: '2 the consent in Tamil, in large print',
      act: inTurn(inTamil, press('Show to the customer')),
      shows: 'எந்த விவரங்கள்',
      says: ['எந்த விவரங்கள்'],
      action: 'Close',
    },
    {
      state: '2 before the browser asks',
      asksOnPhone: true,
      ...permission('prompt'),
      shows: /browser will ask/i,
      says: ['Your browser will ask once: press Allow.'],
      action: 'Capture Fingerprint',
    },
    {
      state: '2 kept away by the browser',
      ...permission('denied'),
      shows: 'The browser blocks this page',
      says: ['The browser does not let this page use the scanner', 'Allow it again in the browser:'],
      action: 'Try again',
    },
    {
      state: '2 looking',
      before: everyScanner('silent'),
      act: scan,
      shows: captureTexts.detecting,
      says: [captureTexts.detecting],
      action: 'Cancel',
    },
    {
      state: '2 choosing',
      before: everyScanner('ready'),
      act: scan,
      shows: 'More than one scanner is ready',
      says: ['More than one scanner is ready'],
      action: 'Model 11100',
    },
    {
      state: '2 capturing',
      device: { delayMs: 19_000 },
      act: scan,
      shows: 'place one finger',
      says: ['place one finger'],
      action: 'Cancel',
    },
    {
      state: '2 before a scan with the L0 scanner of last time',
      asksOnPhone: true,
      slice: { readyDeviceName: 'FM220U' },
      shows: 'This scanner is of level L0',
      says: ['This scanner is of level L0', 'Plug in the scanner', 'ended on 30 June 2025'],
      action: 'Capture Fingerprint',
    },
    {
      state: '2 capturing with an L0 scanner',
      device: { vendor: 'startek', delayMs: 19_000 },
      act: scan,
      shows: 'This scanner is of level L0',
      says: ['This scanner is of level L0', 'place one finger', 'ended on 30 June 2025'],
      action: 'Cancel',
    },
    {
      state: '2 after Cancel, the scanner not yet free',
      device: { delayMs: 19_000 },
      act: inTurn(scan, shown('place one finger'), press('Cancel'), press('Capture Fingerprint')),
      shows: 'finishing the scan you stopped',
      says: ['finishing the scan you stopped'],
      action: 'Cancel',
    },
    {
      state: '2 failed, in a dialog',
      device: { scenario: 'error', errCode: '730', errInfo: 'Capture failed' },
      act: scan,
      shows: 'Capture failed',
      says: ['Capture failed', 'clean scanner and finger'],
      action: 'Try again',
    },
    {
      state: '2 failed, the dialog read',
      device: { scenario: 'error', errCode: '730', errInfo: 'Capture failed' },
      act: inTurn(scan, press('Close')),
      shows: 'clean scanner and finger',
      says: ['Capture failed', 'clean scanner and finger'],
      action: 'Try again',
    },
    {
      state: '2 too poor a scan',
      device: { scenario: 'low-quality' },
      act: scan,
      shows: 'not clear enough',
      says: ['The fingerprint is not clear enough', 'moisten a very dry one'],
      action: 'Try again',
    },
    {
      state: '2 no service',
      device: { scenario: 'not-rd-service' },
      act: scan,
      shows: captureTexts.serviceNotFound,
      says: ['No readable answer from the scanner’s service', 'If it is the scanner’s device service'],
      action: 'Search again',
    },
    {
      state: '2 no scanner',
      device: { scenario: 'not-ready' },
      act: scan,
      shows: captureTexts.notConnected,
      says: [captureTexts.notConnected, 'wait 5 seconds, plug it in again'],
      action: 'Try again',
    },
    {
      state: '2 a wrong clock',
      asksOnPhone: true,
      before: page =>
        page.addInitScript(() => {
          const now = Date.now
          Date.now = () => now() + 20 * 60_000
        }),
      shows: 'clock is wrong',
      says: ['clock is wrong', 'Set date and time to automatic'],
      action: 'Capture Fingerprint',
    },
    {
      state: '3 captured',
      act: captured,
      shows: captureTexts.captured,
      says: [captureTexts.captured, 'Press Proceed'],
      action: 'Proceed',
    },
    {
      state: '3 captured, but another scan would do better',
      device: { scenario: 'fair-quality' },
      act: captured,
      shows: captureTexts.captured,
      says: [captureTexts.captured, 'wipe scanner and finger'],
      action: 'Scan again',
    },
    {
      state: '3 captured, the certificate expired',
      device: { scenario: 'expired-certificate' },
      act: captured,
      shows: 'certificate is not valid',
      says: ['certificate is not valid', 'This scan would be refused'],
      action: 'Scan again',
    },
    {
      state: '3 captured, the scanner’s clock wrong',
      device: { scenario: 'clock-skew' },
      act: captured,
      shows: 'clock is wrong',
      says: ['clock is wrong', 'This scan would be refused'],
      action: 'Scan again',
    },
    {
      state: '3 captured with an L0 scanner, the bank takes L1 only',
      answers: { '/branding.json': level1Only },
      device: { vendor: 'startek' },
      act: captured,
      shows: 'level L1 only',
      says: ['level L1 only', 'would be refused'],
      action: 'Scan again',
    },
    {
      state: '3 submitting',
      answers: { [calls.submit]: 'nothing' },
      act: inTurn(captured, press('Proceed')),
      shows: 'Keep this page open',
      says: ['Keep this page open'],
    },
  ]),
]

export const doKycScreens: Screen[] = [
  ...kycScreens,
  ...statesOf(paths.doKyc, [
    {
      state: 'without its privilege',
      slice: { allPrevielages: ['VIEW_APP_DASHBOARD'] },
      shows: "Sorry, You don't have permission to do kyc!",
    },
  ]),
]

function onPath(states: Omit<KycScreen, 'path'>[]): KycScreen[] {
  return states.map(state => ({ path: paths.doKyc, ...state }))
}

function withOpenOrder(states: Omit<KycScreen, 'path'>[]): KycScreen[] {
  return onPath(states).map(state => ({
    ...state,
    slice: { prepareOrderResponse: order, refNo: order.dbsRefCode, ...state.slice },
  }))
}

function shown(text: string) {
  return (page: Page) => page.getByText(text).waitFor()
}

async function check(page: Page): Promise<void> {
  await page.getByLabel('Reference number').fill('DBS10001')
  await page.getByRole('button', { name: 'Check' }).click()
}
