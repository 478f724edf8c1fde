import type { DeviceInfo, RdService } from '@ekyc/rd-client'

import { t } from '../texts/t.ts'

export type FoundDevice = { service: RdService; info: DeviceInfo | undefined }

/**
 * Returns the known model and serial number, otherwise the device service's own text. That text is untrusted: render it
 * as text.
 */
export function nameOfDevice({ service, info }: FoundDevice): string {
  const serial = info?.serialNumber ? t('scanner.model.serial', { serial: info.serialNumber }) : ''
  return [info?.mi || service.info || t('scanner.model.unnamed'), serial].filter(Boolean).join(' · ')
}
