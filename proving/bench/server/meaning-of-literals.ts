import { agent, agentCount, orderId, sqlOf } from '../measure/counter.ts'

const tokenHashes = new Set(Array.from({ length: agentCount }, (_, index) => agent(index + 1).tokenHash))
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns a function that replaces a literal of one call by a pgbench expression with :n for the agent and :k for the
 * call. The function returns undefined for a literal that is the same in every call.
 */
export function meaningIn(
  statements: { values: string[] }[],
): (literal: string, text: string) => string | undefined {
  const seen = statements.flatMap(({ values }) => values)
  const isRepeated = (literal: string) => seen.filter(value => value === literal).length > 1
  const newOrderId = `'00000000-0000-7002-8000-' || lpad(:k, 12, '0')`
  return (literal, text) => {
    const value = literal.slice(1, -1)
    // In the table quotas, the column `subject` contains the agent's id as text.
    if (value.startsWith(agent(1).id.slice(0, 24)))
      return sqlOf.agentId(':n') + (/\bquotas\b/.test(text) ? '::text' : '')
    if (value.startsWith(orderId(1).slice(0, 24))) return sqlOf.orderId(':k')
    if (isUuid.test(value)) return isRepeated(literal) ? `(${newOrderId})::uuid` : 'gen_random_uuid()'
    if (/^8\d{9}$/.test(value)) return sqlOf.mobile(':n')
    if (tokenHashes.has(value)) return sqlOf.tokenHash(':n')
    if (/^\\x[0-9a-f]{64}$/.test(value)) return `sha256(('capture' || lpad(:k, 12, '0'))::bytea)`
    if (/^DBS1\d{4}$/.test(value)) return `('PGB' || lpad(:k, 12, '0'))`
    if (/^UKC:[0-9a-f]{32}$/.test(value)) return `('UKC' || lpad(:k, 33, '0'))`
    return undefined
  }
}
