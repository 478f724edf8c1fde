import { randomUUID } from 'node:crypto'

import { type CustomerId, type ReferenceDirectory, Unavailable } from '../domain/ports.ts'
import { post, type PostAnswer, PostFailed } from './post.ts'
import { webhookHeaders } from './webhook-signature.ts'

export type ReferenceDirectorySettings = {
  /** BANK_URL, with or without a final slash. */
  url: string
  /** Shared with the bank; see webhookHeaders for its form. */
  secret: string
  /** decisions.md section 2: a reference check without an answer in 5 s is a 503. */
  deadlineMs: number
}

export function createReferenceDirectory(
  settings: ReferenceDirectorySettings,
  dependencies: { now: () => Date },
): ReferenceDirectory {
  const base = settings.url.replace(/\/+$/, '')

  async function ask(path: string, body: string, id: string): Promise<PostAnswer> {
    const signature = webhookHeaders({ secret: settings.secret, id, sentOn: dependencies.now(), body })
    return await post({
      url: `${base}${path}`,
      headers: { ...signature, 'content-type': 'application/json', accept: 'application/json' },
      body,
      deadlineMs: settings.deadlineMs,
    }).catch((error: unknown) => {
      if (error instanceof PostFailed) throw new Unavailable('bank', error.message, error)
      throw error
    })
  }

  return {
    async look(reference) {
      const answer = await ask('/references/look', JSON.stringify({ reference }), randomUUID())
      const status = fieldsOf(answer)['status']
      // A 404 that does not say 'unknown' is a wrong BANK_URL: no agent shall be told that a reference is unknown.
      if (answer.status === 404 && status === 'unknown') return status
      if (answer.status === 200 && (status === 'allowed' || status === 'not-allowed')) return status
      throw unusable(answer)
    },

    async customerOf(reference) {
      const answer = await ask('/references/customer', JSON.stringify({ reference }), randomUUID())
      if (answer.status !== 200) throw unusable(answer)
      const { kind, value } = fieldsOf(answer)
      if (!isCustomerKind(kind) || typeof value !== 'string' || !formOf[kind].test(value)) {
        throw unusable(answer)
      }
      return { kind, value }
    },

    async deliverResult({ id, body }) {
      const answer = await ask('/kyc-results', body, id)
      const isTaken = answer.status >= 200 && answer.status <= 299
      // A proxy's own page says 200 too, and what was acknowledged is erased.
      if (!isTaken || (answer.body.length > 0 && !parsed(answer))) throw unusable(answer)
    },
  }
}

const formOf: Record<CustomerId['kind'], RegExp> = {
  number: /^\d{12}$/,
  'virtual-id': /^\d{16}$/,
  token: /^[\w+/=-]{1,128}$/,
}

function isCustomerKind(kind: unknown): kind is CustomerId['kind'] {
  return typeof kind === 'string' && Object.hasOwn(formOf, kind)
}

/** An empty object for what is no JSON object. */
function fieldsOf(answer: PostAnswer): Record<string, unknown> {
  return { ...parsed(answer) }
}

/** JSON.parse's own error would quote the body, an id number included. */
function parsed(answer: PostAnswer): object | undefined {
  try {
    const value: unknown = JSON.parse(answer.body.toString('utf8'))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function unusable(answer: PostAnswer): Unavailable {
  return new Unavailable('bank', `no usable answer, HTTP ${answer.status}`)
}
