import { deviceInfo } from '../../api/device-info.ts'
import { serverNow } from '@ekyc/ui/server-clock.ts'

/**
 * Returns the server's time for the password cipher and for the header of the same call. Directly after a reload, the
 * clock offset may be unknown. The function therefore waits for the address look-up, whose answer sets the offset.
 */
export async function serverMoment(): Promise<Date> {
  await deviceInfo()
  return serverNow()
}
