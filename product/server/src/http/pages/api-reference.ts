import { createCipheriv } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { CallName } from '@ekyc/contract/calls'
import { requestExample } from '@ekyc/contract/examples'
import { indiaDate } from '@ekyc/contract/india-time'
import { cipherIv, cipherKey } from '@ekyc/contract/password-cipher'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'

/** Serves docs/openapi.json, which `npm run generate` writes from the contract. */
export async function serveApiReference(app: FastifyInstance): Promise<void> {
  const file = join(import.meta.dirname, '../../../../../docs/openapi.json')
  // The plugin serves OpenAPI 3.1, but its types describe only 3.0.
  const written = JSON.parse(readFileSync(file, 'utf8')) as OpenAPIV3.Document
  await app.register(swagger, { mode: 'static', specification: { document: ofThisServer(written) } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', layout: 'BaseLayout' },
    // The document is made for each request, because an encrypted password in an example is valid for one day.
    transformSpecification: () => ofThisServer(written),
    transformSpecificationClone: false,
  })
}

function ofThisServer(written: OpenAPIV3.Document): OpenAPIV3.Document {
  const document = { ...structuredClone(written), servers: [{ url: '/', description: 'This server' }] }
  const now = new Date()
  const encrypt = (password: string) => encrypted(password, now)
  for (const { post } of Object.values(document.paths).filter(path => path !== undefined)) {
    if (!post?.requestBody || '$ref' in post.requestBody) continue
    const [body] = Object.values(post.requestBody.content)
    if (body) body.example = requestExample(post.operationId as CallName, { now, encrypt })
  }
  return document
}

function encrypted(password: string, now: Date): string {
  const cipher = createCipheriv('aes-128-cbc', cipherKey('9000000001'), cipherIv(indiaDate(now)))
  return Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]).toString('base64')
}
