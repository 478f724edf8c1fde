import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'

import { openApi } from './open-api/open-api.ts'

/** Serves /docs, a page for trying every call of the contract. Only the sandbox serves this page. */
export async function serveApiReference(app: FastifyInstance): Promise<void> {
  await app.register(swagger, { mode: 'static', specification: { document: documentOfNow() } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', layout: 'BaseLayout' },
    // The document is built for each request, because an encrypted password in an example is valid for one day.
    transformSpecification: documentOfNow,
    transformSpecificationClone: false,
  })
}

/** The plugin serves OpenAPI 3.1, but its types describe only 3.0. */
function documentOfNow(): OpenAPIV3.Document {
  const document = openApi({ now: new Date(), servers: [{ url: '/', description: 'This server' }] })
  return document as OpenAPIV3.Document
}
