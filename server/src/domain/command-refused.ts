/** A command of the operator's is refused; the message says why. It never goes over the wire. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
}
