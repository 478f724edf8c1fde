/** A setting that cannot be: the message says which and what would do. */
export class ControlRefused extends Error {
  override name = 'ControlRefused'
}
