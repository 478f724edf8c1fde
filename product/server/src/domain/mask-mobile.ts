/** Masks a mobile number as 'XXXXXX0001': its owner recognises it, others cannot complete it. */
export function maskMobile(mobile: string): string {
  return 'X'.repeat(Math.max(0, mobile.length - 4)) + mobile.slice(-4)
}

/** Masks every mobile in a text for the bank's staff, who find an agent by the id. */
export function withMaskedMobiles(text: string): string {
  return text.replaceAll(/\b\d{10}\b/g, maskMobile)
}
