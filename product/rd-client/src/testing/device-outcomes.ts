import type { Run, RunOptions } from './whole-run.ts'

/** One scenario of the sandbox's device, and the expected outcome of a run with this scenario. */
export type DeviceOutcome = {
  /** The ids of the requirements that this outcome covers, such as 'KYC-4, KYC-5'. */
  rows: string
  scenario: string
  options?: RunOptions
  expected: ExpectedRun
  /** The outcome in a browser, if it differs from the outcome in Node. */
  inBrowser?: ExpectedRun
}

/** The parts of a run that a test compares. `port` is the state of the only port on which the sandbox's device runs. */
export type ExpectedRun = { port: Run['ports'][number] } & Partial<
  Pick<Run, 'capture' | 'device' | 'deviceCode' | 'quality' | 'clockMinutes' | 'certificateEnded'>
> & { status?: string; deviceTextBegins?: string }

const captured = { port: 'ready', capture: 'captured', clockMinutes: 0, certificateEnded: false } as const
const notReady = { port: 'not-ready', capture: 'not-ready' } as const
const unreadable = { port: 'ready', capture: 'unreadable' } as const
const incomplete = { port: 'ready', capture: 'incomplete' } as const
const closed = { port: 'closed' } as const
const noCors = { port: 'no-cors' } as const

const refused = (deviceCode: string, deviceTextBegins: string): ExpectedRun => ({
  port: 'ready',
  capture: 'refused',
  deviceCode,
  deviceTextBegins,
})

/** The expected outcome of each scenario of the sandbox's device. A test compares the scenarios with the sandbox's. */
export const deviceOutcomes: readonly DeviceOutcome[] = [
  { rows: 'KYC-4, KYC-5, KYC-7', scenario: 'ready', expected: captured },

  { rows: 'KYC-15', scenario: 'not-ready', expected: { ...notReady, status: 'NOTREADY' } },
  { rows: 'KYC-15', scenario: 'in-use', expected: { ...notReady, port: 'in-use', status: 'USED' } },
  { rows: 'KYC-15', scenario: 'odd-status', expected: { ...notReady, status: 'BUSY' } },
  {
    rows: 'KYC-8',
    scenario: 'no-finger',
    options: { captureTimeoutMs: 1001 },
    expected: refused('700', 'Capture timed out'),
  },
  { rows: 'KYC-8', scenario: 'error', expected: refused('730', 'Capture Failed') },
  { rows: 'KYC-8', scenario: 'old-driver', expected: refused('110', 'Invalid value for fType') },
  { rows: 'KYC-8', scenario: 'hostile-text', expected: refused('999', '<img src=x onerror="alert') },

  { rows: 'KYC-7', scenario: 'low-quality', expected: { ...captured, quality: [18] } },
  { rows: 'KYC-7', scenario: 'fair-quality', expected: { ...captured, quality: [38] } },
  { rows: 'KYC-7', scenario: 'comma-quality', expected: { ...captured, quality: [71] } },
  { rows: 'KYC-7', scenario: 'no-quality', expected: { ...captured, quality: [] } },

  // Only the authority can detect these three faults: a wrong wadh, a wrong Hmac and a capture that is sent twice.
  { rows: 'KYC-7', scenario: 'wrong-wadh', expected: captured },
  { rows: 'KYC-7', scenario: 'tampered-hmac', expected: captured },
  { rows: 'KYC-7', scenario: 'replay', expected: captured },
  { rows: 'KYC-7', scenario: 'clock-skew', expected: { ...captured, clockMinutes: 15 } },
  { rows: 'KYC-7', scenario: 'ending-certificate', expected: captured },
  { rows: 'KYC-7', scenario: 'expired-certificate', expected: { ...captured, certificateEnded: true } },

  {
    rows: 'KYC-5',
    scenario: 'slow',
    options: { probeTimeoutMs: 20, patienceMs: 60_000 },
    expected: captured,
  },
  {
    rows: 'KYC-9',
    scenario: 'silent-drop',
    options: { probeTimeoutMs: 200, patienceMs: 600 },
    expected: { port: 'silent' },
  },
  { rows: 'KYC-16', scenario: 'silent-capture', expected: { port: 'ready', capture: 'timed-out' } },
  { rows: 'KYC-16', scenario: 'broken-connection', expected: { port: 'ready', capture: 'cut' } },
  { rows: 'KYC-9', scenario: 'no-cors', expected: captured, inBrowser: noCors },
  { rows: 'KYC-9', scenario: 'lower-case-methods', expected: captured, inBrowser: noCors },
  { rows: 'KYC-16', scenario: 'wrong-content-length', expected: { port: 'ready', capture: 'cut' } },
  { rows: 'KYC-16', scenario: 'short-content-length', expected: unreadable },
  // The body of the answer decides, because some drivers send good XML under any HTTP status.
  { rows: 'KYC-7', scenario: 'server-error', expected: captured },
  { rows: 'KYC-9', scenario: 'redirect', expected: closed, inBrowser: noCors },

  { rows: 'KYC-16', scenario: 'truncated', expected: unreadable },
  { rows: 'KYC-16', scenario: 'empty', expected: unreadable },
  { rows: 'KYC-9', scenario: 'not-rd-service', expected: { port: 'not-rd-service' } },
  { rows: 'KYC-7', scenario: 'byte-order-mark', expected: captured },
  { rows: 'KYC-7', scenario: 'utf-16', expected: captured },
  { rows: 'KYC-16', scenario: 'invalid-utf-8', expected: unreadable },
  { rows: 'KYC-16', scenario: 'huge', expected: { port: 'ready', capture: 'too-large' } },
  { rows: 'KYC-16', scenario: 'doctype', expected: unreadable },
  { rows: 'KYC-16', scenario: 'two-resp', expected: unreadable },
  { rows: 'KYC-16', scenario: 'two-pid-data', expected: unreadable },
  { rows: 'KYC-7', scenario: 'trailing-junk', expected: captured },

  { rows: 'KYC-6', scenario: 'no-interface', expected: captured },
  { rows: 'KYC-6', scenario: 'other-host', expected: captured },
  { rows: 'KYC-16', scenario: 'no-resp', expected: incomplete },
  { rows: 'KYC-16', scenario: 'success-without-data', expected: incomplete },
  {
    rows: 'KYC-8',
    scenario: 'odd-success',
    expected: { port: 'ready', capture: 'refused', deviceCode: '00' },
  },
  { rows: 'KYC-16', scenario: 'misshapen-hmac', expected: incomplete },
]

/** The scheme and the expected DEVICEINFO data of each vendor's driver. `params` is the number of Param elements. */
export const vendorOutcomes = [
  { vendor: 'mantra', scheme: 'http', mi: 'MFS110', serialNumber: '0578001', level: 'L1', params: 5 },
  { vendor: 'morpho', scheme: 'http', mi: 'MSO1300E3L0SW', serialNumber: '', level: undefined, params: 0 },
  { vendor: 'startek', scheme: 'http', mi: 'FM220U', serialNumber: 'B1234567', level: undefined, params: 1 },
  { vendor: 'secugen', scheme: 'http', mi: 'HU20', serialNumber: '', level: undefined, params: 0 },
  {
    vendor: 'idemia',
    scheme: 'https',
    mi: 'MSO1300E3L1SW',
    serialNumber: '2231I098765',
    level: 'L1',
    params: 4,
  },
] as const

/** Picks the parts of a run that `expected` names. */
export function outcomeOf(run: Run, expected: ExpectedRun): object {
  const told = {
    ...run,
    port: run.ports[0],
    status: run.services[0]?.status,
    deviceTextBegins: run.deviceText?.slice(0, expected.deviceTextBegins?.length),
  }
  return Object.fromEntries(Object.entries(told).filter(([name]) => Object.hasOwn(expected, name)))
}
