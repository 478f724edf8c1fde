/** Reports a wrong request to a control. If one setting is wrong, the message names it and what is allowed. */
export class ControlRefused extends Error {
  override name = 'ControlRefused'
}
