/**
 * This module makes the key and the IV of the password cipher of product.md section 5: AES-128-CBC with PKCS#7 over
 * UTF-8. The cipher protects nothing, because its key is the phone number in the same request. Treat the ciphertext as
 * a password: send it over TLS only and never log it.
 */

/** Returns the key: the phone number, padded with '0' on the right and cut to 16 characters. */
export function cipherKey(mobile: string): string {
  return mobile.padEnd(16, '0').slice(0, 16)
}

/**
 * Returns the IV: the date as YYYYMMDD, written twice.
 * @param indiaDate the date in India as YYYY-MM-DD
 */
export function cipherIv(indiaDate: string): string {
  return indiaDate.replaceAll('-', '').repeat(2)
}
