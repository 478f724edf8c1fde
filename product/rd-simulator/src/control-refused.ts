/** Reports a wrong setting. The message names the setting and its allowed values. */
export class ControlRefused extends Error {
  override name = 'ControlRefused'
}
