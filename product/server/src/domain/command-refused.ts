/** Refuses an operator's command; the message says why. Only the command line throws it. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
}
