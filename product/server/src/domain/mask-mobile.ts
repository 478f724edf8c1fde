/** Masks a mobile number as 'XXXXXX0001': its owner recognises it, others cannot complete it. */
export function maskMobile(mobile: string): string {
  return 'X'.repeat(Math.max(0, mobile.length - 4)) + mobile.slice(-4)
}
