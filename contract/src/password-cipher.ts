/**
 * Key and IV of the wire's password cipher, AES-128-CBC with PKCS#7 over UTF-8 (product.md section 5).
 * It keeps nothing secret — the key travels beside the text — so everything that holds for a password holds for
 * its ciphertext too: TLS only, never logged.
 */

/** The phone, padded with '0' on the right and cut to 16 characters: the 16 bytes of the key. */
export function cipherKey(mobile: string): string {
  return mobile.padEnd(16, '0').slice(0, 16)
}

/** @param indiaDate YYYY-MM-DD in India. The IV is YYYYMMDD repeated: 16 bytes. */
export function cipherIv(indiaDate: string): string {
  return indiaDate.replaceAll('-', '').repeat(2).slice(0, 16)
}
