import { responseCodes } from '@ekyc/contract/refusals'
import type { FastifyInstance } from 'fastify'

/** Looks at every answer of a server. @returns what was wrong with them, in the order of the answers */
export function holdToContract(app: FastifyInstance): string[] {
  const problems: string[] = []
  app.addHook('onSend', (request, reply, payload, next) => {
    const problem = problemOf(reply.getHeader('content-type'), payload)
    if (problem) problems.push(`${request.method} ${request.url} ${reply.statusCode}: ${problem}`)
    next(null, payload)
  })
  return problems
}

function problemOf(contentType: unknown, payload: unknown): string | undefined {
  if (typeof payload !== 'string' || !String(contentType).startsWith('application/json')) return undefined
  const { response } = JSON.parse(payload) as { response?: { success: boolean; code?: string } }
  if (!response || response.success) return undefined
  if (responseCodes.some(code => code === response.code)) return undefined
  return `a refusal without a code of the contract: ${payload}`
}
