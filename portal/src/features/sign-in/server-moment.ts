import { deviceInfo } from '../../api/device-info.ts'
import { serverNow } from '../../api/server-clock.ts'

/**
 * The moment by the server's clock, for the cipher and the header of the call that carries it. After a reload nothing
 * may have told that clock yet; the look-up of the device info does, and a wrong computer clock would spoil the cipher.
 */
export async function serverMoment(): Promise<Date> {
  await deviceInfo()
  return serverNow()
}
