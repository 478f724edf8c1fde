import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'

import { openApi } from './open-api/open-api.ts'

/** /docs: the contract as a page on which every call can be tried. For the sandbox; a bank's server has none. */
export async function serveApiReference(app: FastifyInstance): Promise<void> {
  await app.register(swagger, { mode: 'static', specification: { document: documentOfNow() } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', layout: 'BaseLayout' },
    // A password in an example holds for one day.
    transformSpecification: documentOfNow,
    transformSpecificationClone: false,
  })
}

/** The plugin serves any version of the standard; its types end at 3.0. */
function documentOfNow(): OpenAPIV3.Document {
  const document = openApi({ now: new Date(), servers: [{ url: '/', description: 'This server' }] })
  return document as OpenAPIV3.Document
}
