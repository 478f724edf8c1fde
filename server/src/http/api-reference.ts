import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'

import { openApi } from './open-api.ts'

/** /docs: the contract as a page on which every call can be tried. For the sandbox; a bank's server has none. */
export async function serveApiReference(app: FastifyInstance): Promise<void> {
  // The plugin serves any version of the standard; its types end at 3.0.
  const document = openApi() as OpenAPIV3.Document
  await app.register(swagger, { mode: 'static', specification: { document } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', layout: 'BaseLayout' },
  })
}
