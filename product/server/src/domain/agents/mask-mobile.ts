/** Masks a mobile number as 'XXXXXX0001', so that its owner recognises the number and others cannot complete it. */
export function maskMobile(mobile: string): string {
  return 'X'.repeat(Math.max(0, mobile.length - 4)) + mobile.slice(-4)
}

/** Masks every mobile number in a text for the bank's staff, who can find an agent by the id instead. */
export function withMaskedMobiles(text: string): string {
  return text.replaceAll(/\b\d{10}\b/g, maskMobile)
}
