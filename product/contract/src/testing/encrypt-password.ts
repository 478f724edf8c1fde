import { createCipheriv } from 'node:crypto'

/**
 * Encrypts a password as product.md section 5 prescribes. It shares no code with the product's cipher, so that one
 * mistake cannot affect both.
 * @param indiaDate the date in India as YYYY-MM-DD; by default today
 */
export function encryptPassword(password: string, mobile: string, indiaDate = indiaToday()): string {
  const digits = indiaDate.replaceAll('-', '')
  const cipher = createCipheriv('aes-128-cbc', `${mobile}000000`, `${digits}${digits}`)
  return Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]).toString('base64')
}

function indiaToday(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())
}
