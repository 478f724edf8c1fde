import { createCipheriv } from 'node:crypto'

import { indiaDate } from '@ekyc/contract/india-time'
import { portalOpenApi } from '../open-api/portal.ts'
import { cipherIv, cipherKey } from '@ekyc/contract/password-cipher'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'

export async function serveApiReference(app: FastifyInstance): Promise<void> {
  await app.register(swagger, { mode: 'static', specification: { document: documentOfNow() } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', layout: 'BaseLayout' },
    // The document is made for each request, because an encrypted password in an example is valid for one day.
    transformSpecification: documentOfNow,
    transformSpecificationClone: false,
  })
}

/** The plugin serves OpenAPI 3.1, but its types describe only 3.0. */
function documentOfNow(): OpenAPIV3.Document {
  const now = new Date()
  const servers = [{ url: '/', description: 'This server' }]
  return portalOpenApi(servers, { now, encrypt: password => encrypted(password, now) }) as OpenAPIV3.Document
}

function encrypted(password: string, now: Date): string {
  const cipher = createCipheriv('aes-128-cbc', cipherKey('9000000001'), cipherIv(indiaDate(now)))
  return Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]).toString('base64')
}
