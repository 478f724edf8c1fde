/**
 * Key and IV of the wire's password cipher, AES-128-CBC with PKCS#7 over UTF-8 (product.md section 5). The cipher
 * protects nothing, because the key is the phone number in the same request: treat the ciphertext as a password, send
 * it over TLS only and never log it.
 */

/** Returns the key: the phone, padded with '0' on the right and cut to 16 characters. */
export function cipherKey(mobile: string): string {
  return mobile.padEnd(16, '0').slice(0, 16)
}

/**
 * Returns the IV: YYYYMMDD twice.
 * @param indiaDate YYYY-MM-DD in India
 */
export function cipherIv(indiaDate: string): string {
  return indiaDate.replaceAll('-', '').repeat(2)
}
