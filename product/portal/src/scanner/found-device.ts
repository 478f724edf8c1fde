import type { DeviceInfo, RdService } from '@ekyc/rd-client'

import { t } from '../texts/t.ts'

export type FoundDevice = { service: RdService; info: DeviceInfo | undefined }

/**
 * Returns the scanner's model and serial number. If the model is unknown, the device service's own text replaces the
 * model. This text is untrusted: render it as plain text, never as HTML.
 */
export function nameOfDevice({ service, info }: FoundDevice): string {
  const serial = info?.serialNumber ? t('scanner.model.serial', { serial: info.serialNumber }) : ''
  return [info?.mi || service.info || t('scanner.model.unnamed'), serial].filter(Boolean).join(' · ')
}
