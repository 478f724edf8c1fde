import { createCipheriv } from 'node:crypto'

/**
 * Encrypts as product.md section 5 says, independently of the product's cipher, so that one mistake cannot hide in
 * both.
 */
export function encryptPassword(password: string, mobile: string, indiaDate: string): string {
  const digits = indiaDate.replaceAll('-', '')
  const cipher = createCipheriv('aes-128-cbc', `${mobile}000000`, `${digits}${digits}`)
  return Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]).toString('base64')
}
