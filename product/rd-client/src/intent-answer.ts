import { readDeviceInfo, type DeviceInfo } from './device-info.ts'
import { readPidData, type PidData } from './pid-data.ts'
import { RdError } from './rd-error.ts'
import { readRdService, type RdServiceAnswer } from './rd-service.ts'

/**
 * The Android intents of a fingerprint device service. Put the text from `writePidOptions` into the extra PID_OPTIONS
 * of the capture intent. An Android device service has no port: a page in a WebView gets the extras from its app.
 */
export const intentActions = {
  info: 'in.gov.uidai.rdservice.fp.INFO',
  capture: 'in.gov.uidai.rdservice.fp.CAPTURE',
} as const

/** The extras of an intent's result. DNC has a text if the device is not connected, DNR if it is not registered. */
export type IntentExtras = Readonly<
  Partial<Record<'RD_SERVICE_INFO' | 'DEVICE_INFO' | 'PID_DATA' | 'DNC' | 'DNR', string | null | undefined>>
>

/** The parsed extras. The result of INFO has `rdService` and `deviceInfo`, the result of CAPTURE has `pidData`. */
export type IntentAnswer = {
  rdService: RdServiceAnswer | undefined
  deviceInfo: DeviceInfo | undefined
  pidData: PidData | undefined
}

/**
 * Parses the extras of an intent's result.
 * @throws {RdError} refused (the deviceCode is DNC, DNR or the errCode of Resp), unreadable, too-large, or incomplete
 *   (also if the person left the device's app without a scan)
 */
export function readIntentAnswer(extras: IntentExtras): IntentAnswer {
  const pidData = textOf(extras.PID_DATA)
  if (pidData === undefined) refuseWithoutDevice(extras)
  const rdService = textOf(extras.RD_SERVICE_INFO)
  const deviceInfo = textOf(extras.DEVICE_INFO)
  if ((pidData ?? rdService ?? deviceInfo) === undefined) throw new RdError('incomplete')
  return {
    rdService: rdService === undefined ? undefined : readRdService(rdService),
    deviceInfo: deviceInfo === undefined ? undefined : readDeviceInfo(deviceInfo),
    pidData: pidData === undefined ? undefined : readPidData(pidData),
  }
}

function refuseWithoutDevice(extras: IntentExtras): void {
  for (const deviceCode of ['DNC', 'DNR'] as const) {
    const deviceText = textOf(extras[deviceCode])
    if (deviceText !== undefined) throw new RdError('refused', { deviceCode, deviceText })
  }
}

function textOf(extra: string | null | undefined): string | undefined {
  return extra?.trim() || undefined
}
