import { paths } from '@ekyc/contract/paths'
import { newPasswordTexts } from '@ekyc/contract/texts'
import type { Page } from '@playwright/test'

import {
  byName,
  calls,
  envelope,
  inTurn,
  overloaded,
  passkeys,
  press,
  refusal,
  securityWith,
  statesOf,
  type Answer,
} from './screen.ts'
import { otpDetails } from './sign-in.ts'

const times = { openedOn: '2026-11-21T04:40:00.000Z', lastSeenOn: '2026-11-21T06:12:00.000Z' }
const current = { id: '1', browser: 'Chrome', os: 'Windows', ...times, isCurrent: true }
const sessions = [
  current,
  { id: '2', browser: 'Samsung Internet', os: 'Android', ...times, isCurrent: false },
  { id: '3', browser: '', os: '', ...times, isCurrent: false },
]
const body = (fields: object): Answer => ({ body: { ...envelope(true), ...fields } })

const ownPasskeys = securityWith(passkeys, sessions)
const noPasskey = securityWith([], [current])
const otpSent = { [calls.sendPasskeyOtp]: body({ otpDetails: otpDetails() }) }

const getOtp = press('Get an OTP by SMS')
const typeOtp = (page: Page) => page.getByLabel('OTP').fill('123456')
const removeFirst = press('Remove Chrome on Windows')

export const securityScreens = statesOf(paths.security, [
  { state: 'with passkeys', opensAt: byName, answers: ownPasskeys, shows: 'Confirm with a passkey' },
  { state: 'no passkey yet', opensAt: byName, answers: noPasskey, shows: 'You have no passkey yet.' },
  { state: 'in a browser without passkeys', answers: ownPasskeys, shows: 'Unknown device' },
  {
    state: 'without any privilege',
    answers: ownPasskeys,
    slice: { allPrevielages: [] },
    shows: 'Unknown device',
  },
  {
    state: 'loading',
    answers: { [calls.security]: 'nothing' },
    // Waits for the heading, because the portal's own loading screen has the same words.
    act: page => page.getByRole('heading', { level: 1 }).waitFor(),
    shows: 'Loading...',
  },
  { state: 'failed', answers: { [calls.security]: overloaded }, shows: 'The service is busy' },
  {
    state: 'asked before a passkey is removed',
    answers: ownPasskeys,
    act: removeFirst,
    shows: 'can then no longer log in',
  },
  {
    state: 'a passkey removed',
    answers: { ...ownPasskeys, [calls.removePasskey]: body({}) },
    act: inTurn(removeFirst, page =>
      page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click(),
    ),
    shows: 'Passkey removed.',
  },
  {
    state: 'a session ended',
    answers: { ...ownPasskeys, [calls.endSession]: body({}) },
    act: press('Remove Unknown device'),
    shows: 'Logged out: Unknown device.',
  },
  {
    state: 'logged out everywhere else',
    answers: { ...ownPasskeys, [calls.endOthers]: body({ ended: 2 }) },
    act: press('Log out everywhere else'),
    shows: 'Sessions ended: 2.',
  },
  {
    state: 'a session that could not be ended',
    answers: { ...ownPasskeys, [calls.endSession]: overloaded },
    act: press('Remove Unknown device'),
    shows: 'The service is busy',
  },
  {
    state: 'an OTP for a passkey',
    opensAt: byName,
    answers: { ...noPasskey, ...otpSent },
    act: getOtp,
    shows: 'Resend in',
  },
  {
    state: 'no OTP for a passkey to be had',
    opensAt: byName,
    answers: { ...noPasskey, [calls.sendPasskeyOtp]: overloaded },
    act: getOtp,
    shows: 'The service is busy',
  },
  {
    state: 'no OTP typed',
    opensAt: byName,
    answers: { ...noPasskey, ...otpSent },
    act: inTurn(getOtp, press('Add a passkey')),
    shows: newPasswordTexts.otpWrong,
  },
  {
    state: 'the OTP refused',
    opensAt: byName,
    answers: { ...noPasskey, ...otpSent, [calls.startPasskey]: refusal('otp_spent') },
    act: inTurn(getOtp, typeOtp, press('Add a passkey')),
    shows: 'This OTP was used',
  },
])
