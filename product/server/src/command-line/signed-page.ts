import { createHash } from 'node:crypto'

import type { AuditAction } from '@ekyc/contract/console/audit-actions'

import type { AuditSeals } from '../domain/audit/audit-seal.ts'
import type { Operator } from './operator.ts'

const beforeSignature = '\n\nSignature by AUDIT_KEY: '

/**
 * Signs a page under AUDIT_KEY, and writes an audit row with the digest of the page.
 * @param action the action of the audit row
 * @param says the text of the audit row before the digest
 */
export async function signPage(
  operator: Operator,
  { seals, page, action, says }: { seals: AuditSeals; page: string; action: AuditAction; says: string },
): Promise<{ text: string; signature: string }> {
  const digest = createHash('sha256').update(page).digest('hex')
  await operator.audited(action, async ({ row }) => {
    row.subject = `${says} (SHA-256 ${digest})`
  })
  const signature = Buffer.from(seals.signPage(page)).toString('hex')
  return { text: `${page}${beforeSignature}${signature}`, signature }
}

/** Prints whether a page is unchanged since it was signed, and writes an audit row. */
export async function checkPage(operator: Operator, path: string, action: AuditAction): Promise<void> {
  const file = await operator.readFile(path)
  const { seals } = await operator.open()
  const [page = '', signature = ''] = new TextDecoder().decode(file).split(beforeSignature)
  const isSigned = seals.isSignedPage(page, Buffer.from(signature.trim(), 'hex'))
  await operator.audited(action, async ({ row }) => {
    row.subject = isSigned ? 'as it was signed' : 'not as it was signed'
  })
  await operator.answer(
    isSigned
      ? 'The page is as it was signed under AUDIT_KEY.'
      : 'The page is NOT as it was signed under AUDIT_KEY.',
    { isSigned },
    !isSigned,
  )
}
