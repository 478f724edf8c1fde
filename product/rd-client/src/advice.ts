import { situationOf } from './device-codes.ts'
import type { RdError, RdErrorCode } from './rd-error.ts'

/** Advice in English for the person at the scanner. */
export type Advice = {
  /** The key under which a program can keep its own text for this situation, such as a translation. */
  situation: AdviceName
  happened: string
  now: string
  /** False if another try would fail in the same way. */
  tryAgain: boolean
}

export type AdviceName = keyof typeof advice

/** Returns the advice for an error of this package. If the device refused, its code and text determine the advice. */
export function adviceOn({ code, deviceCode = '', deviceText }: RdError): Advice {
  const told =
    code === 'refused' || deviceCode !== ''
      ? situationOf(deviceCode, deviceText)
      : { situation: situations[code], tryAgain: code !== 'permission-blocked' }
  return { ...told, ...advice[told.situation] }
}

const situations: Record<RdErrorCode, AdviceName> = {
  'permission-denied': 'permissionDenied',
  'permission-blocked': 'permissionBlocked',
  'permission-unanswered': 'permissionUnanswered',
  'not-ready': 'notReady',
  busy: 'inUse',
  'not-sent': 'requestNotSent',
  cut: 'connectionCut',
  'timed-out': 'connectionCut',
  'too-large': 'unreadable',
  unreadable: 'unreadable',
  incomplete: 'unreadable',
  refused: 'unknownCode',
  cancelled: 'cancelled',
}

const unplug = 'Unplug the scanner, wait 5 seconds, plug it in again, then try again.'

/** The English texts of the advice on each situation. */
export const advice = {
  callerFault: {
    happened: 'The device service does not accept what this program asked for.',
    now: 'Report the code to the makers of this program: another try ends in the same way.',
  },
  driverTooOld: {
    happened: 'The device service is too old to send minutiae and image together.',
    now: 'Update the device service.',
  },
  noFinger: {
    happened: 'No finger was read in time.',
    now: 'Wipe the scanner and the finger, then try again. A thumb or another finger often reads better.',
  },
  inUse: {
    happened: 'Another program or browser tab is using the scanner.',
    now: 'Close other tabs and programs that use the scanner, then try again.',
  },
  notReady: { happened: 'The device service is running, but its scanner is not ready.', now: unplug },
  captureFailed: {
    happened: 'The scan stopped before the fingerprint was complete.',
    now: 'Check the cable of the scanner, clean scanner and finger, then try again.',
  },
  reinitialise: {
    happened: 'The scanner needs a restart, or its security key must be renewed.',
    now: `Update the device service and renew the scanner's key in its app. ${unplug}`,
  },
  wrongScanner: {
    happened: 'The device that answered does not read what was asked for, a finger or an iris.',
    now: 'Connect a scanner of the right kind.',
  },
  lockedToAnother: {
    happened: 'This scanner is locked to another application.',
    now: 'Use another scanner, or ask its supplier to unlock it.',
  },
  serviceFault: {
    happened: 'The device service reported an internal error.',
    now: "Check the internet and this computer's date and time, restart the device service, then try again.",
  },
  unknownCode: {
    happened: 'The device service refused, with a code that no list has.',
    now: "Read the device's own words. Restart the device service, then try again.",
  },
  licence: {
    happened: 'The device service asks for a valid licence of the scanner.',
    now: 'Use another scanner, and ask the supplier of this one to renew its licence.',
  },
  notRegistered: {
    happened: "The device service asks for the scanner's registration.",
    now: 'Connect to the internet and register the scanner in the app of its device service, then try again.',
  },
  noInternet: {
    happened: 'The device service did not reach its maker over the internet.',
    now: 'Check the internet connection, restart the device service, then try again.',
  },
  permissionDenied: {
    happened: 'The browser does not let this page use the scanner.',
    now: "Allow 'Apps on device' in the browser's settings of this site. If the switch is greyed out, ask your IT.",
  },
  permissionBlocked: {
    happened: 'A rule of this page or of the frame around it forbids the scanner.',
    now: 'The makers of the page must allow loopback-network in its Permissions-Policy and frame.',
  },
  permissionUnanswered: {
    happened: "The browser's question was closed without an answer.",
    now: 'Try again, and press Allow when the browser asks.',
  },
  requestNotSent: {
    happened: 'The device service cannot be reached.',
    now: 'Check that it is installed and running, then try again.',
  },
  connectionCut: {
    happened: 'The device service stopped answering.',
    now: `Restart the device service. ${unplug}`,
  },
  unreadable: {
    happened: 'The answer of the device service is unreadable or not whole.',
    now: 'Update the device service, then try again.',
  },
  cancelled: { happened: 'The scan was cancelled.', now: 'Start again when the customer is ready.' },
} as const satisfies Record<string, Pick<Advice, 'happened' | 'now'>>
