/** Why an exchange gave no verdict. The message goes to the log: a fixed text, never a part of what was received. */
export class BrokenAnswer extends Error {
  override name = 'BrokenAnswer'
}
