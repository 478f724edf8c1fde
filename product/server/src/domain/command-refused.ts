/** An operator's command is refused; the message says why. It never leaves the command line. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
}
