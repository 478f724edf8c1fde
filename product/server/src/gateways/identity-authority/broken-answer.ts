/**
 * The error when an exchange with the authority ended without a verdict. The message goes to the log, so it is a fixed
 * text without received content.
 */
export class BrokenAnswer extends Error {
  override name = 'BrokenAnswer'
}
