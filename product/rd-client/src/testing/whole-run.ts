import {
  createRdClient,
  readCertificateValidity,
  RdError,
  type DeviceInfo,
  type DiscoverOptions,
  type RdService,
  type PortResult,
  type RdClientDependencies,
  type RdErrorCode,
} from '../index.ts'

export type RunOptions = Omit<DiscoverOptions, 'signal' | 'onProgress'> & { captureTimeoutMs?: number }

/** The result of wholeRun as plain data, which a browser page can return to the test. */
export type Run = {
  ports: PortResult['state'][]
  services: RdService[]
  /** The DEVICEINFO of the first service, or the code of the error. */
  device?: DeviceInfo | RdErrorCode
  capture?: 'captured' | RdErrorCode
  /** The errCode and the errInfo of a refused capture. deviceText may also be the `info` of a service not ready. */
  deviceCode?: string
  deviceText?: string
  quality?: number[]
  hmac?: string
  /** The absolute difference between the device's clock and this computer's clock, in minutes. */
  clockMinutes?: number
  certificateEnded?: boolean
}

/** Runs discovery, DEVICEINFO and CAPTURE with a new client. Works in Node and in a page. */
export async function wholeRun(
  { captureTimeoutMs, ...discovery }: RunOptions,
  dependencies: RdClientDependencies = {},
  now = Date.now,
): Promise<Run> {
  const client = createRdClient(dependencies)
  const { ports, services } = await client.discover(discovery)
  const run = { ports: ports.map(({ state }) => state), services: [...services] }
  const [service] = services
  if (!service) return run

  const device = await client.deviceInfo(service).catch(codeOf)
  try {
    const capture = await client.capture(service, { wadh, timeoutMs: captureTimeoutMs })
    return {
      ...run,
      device,
      capture: 'captured',
      quality: [...capture.qScore],
      hmac: capture.hmac,
      clockMinutes: Math.round(Math.abs(Date.parse(`${capture.pidTimestamp}+05:30`) - now()) / 60_000),
      certificateEnded: hasEnded(capture.deviceInfo, now()),
    }
  } catch (error) {
    const { deviceCode, deviceText } = error instanceof RdError ? error : {}
    return {
      ...run,
      device,
      capture: codeOf(error),
      ...(deviceCode !== undefined && { deviceCode }),
      ...(deviceText !== undefined && { deviceText }),
    }
  }
}

const wadh = 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc='

function codeOf(error: unknown): RdErrorCode {
  if (error instanceof RdError) return error.code
  throw error
}

function hasEnded({ mc }: DeviceInfo, nowMs: number): boolean {
  const validity = readCertificateValidity(mc)
  return validity !== undefined && validity.notAfter.getTime() < nowMs
}
