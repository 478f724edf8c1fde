import type { Witness } from './audit-seal.ts'

/** Returns a witness that logs a line for each audit row. `audit verify --log` compares the lines with the trail. */
export function witnessIn(log: { info(fields: object, text: string): void }): Witness {
  return ({ id, mac }) => log.info({ auditRow: `${id} ${Buffer.from(mac).toString('hex')}` }, 'audit row')
}
