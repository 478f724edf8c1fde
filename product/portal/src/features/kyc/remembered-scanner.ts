import { isServiceAddress, type ServiceAddress } from '@ekyc/rd-client'
import { serverNow } from '@ekyc/ui/browser/server-clock.ts'

import type { FoundDevice } from '../../scanner/scanner-state.ts'
import { setSession, useSession, remember } from '../../session/session.ts'

/** The next scan asks this scanner's address first. */
export function rememberScanner({ service, info }: FoundDevice): void {
  const { scheme, host, port, paths } = service
  remember({ scannerCertificate: info?.mc ?? '' })
  setSession({
    rdServicePort: String(port),
    captureUrl: `${scheme}://${host}:${port}${paths.capture}`,
    deviceInfoUrl: `${scheme}://${host}:${port}${paths.deviceInfo}`,
    readyDeviceName: info?.mi ?? '',
    rdServieSrNo: info?.serialNumber ?? '',
    srNoTime: serverNow().toISOString(),
  })
}

/** Session storage is untrusted, so the stored address needs a check. */
export function rememberedScanner(): ServiceAddress | undefined {
  const { captureUrl, rdServicePort } = useSession.getState()
  const parts = /^(https?):\/\/([^/:]+):/.exec(captureUrl)
  const address = { scheme: parts?.[1], host: parts?.[2], port: Number(rdServicePort) }
  return isServiceAddress(address) ? address : undefined
}
