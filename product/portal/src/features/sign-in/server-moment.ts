import { deviceInfo } from '../../api/device-info.ts'
import { serverNow } from '@ekyc/ui/server-clock.ts'

/**
 * Returns the server's time for the password cipher and its call's header. Directly after a reload the clock offset may
 * be unknown, so this waits for the address look-up, whose answer sets it.
 */
export async function serverMoment(): Promise<Date> {
  await deviceInfo()
  return serverNow()
}
