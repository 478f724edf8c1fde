import { deviceInfo } from '../../api/device-info.ts'
import { serverNow } from '@ekyc/ui/server-clock.ts'

/**
 * Returns the server's time for the password cipher and for the header of the same call. Directly after a reload, the
 * clock offset may be unknown. The function therefore waits for the answer to getAddress, which sets the offset.
 */
export async function serverMoment(): Promise<Date> {
  await deviceInfo()
  return serverNow()
}
