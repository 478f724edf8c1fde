import { deviceInfo } from '../../api/device-info.ts'
import { serverNow } from '../../api/server-clock.ts'

/**
 * Returns the server's time for the password cipher and its call's header. After a reload no answer may have set the
 * clock offset yet, so this waits for the device info's look-up.
 */
export async function serverMoment(): Promise<Date> {
  await deviceInfo()
  return serverNow()
}
