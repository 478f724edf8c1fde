import { createServer, type IncomingMessage, type Server } from 'node:http'
import { text } from 'node:stream/consumers'

const headers = { 'content-type': 'application/xml' }

/** Returns a proxy in front of the sandbox's authority. The proxy records the server's requests in `requests`. */
export function openAuthorityProxy(sandbox: string, requests: string[]): Server {
  return createServer((request, response) => {
    forward(request).then(
      ({ status, body }) => response.writeHead(status, headers).end(body),
      (error: unknown) => response.writeHead(502).end(String(error)),
    )
  })

  async function forward(request: IncomingMessage): Promise<{ status: number; body: string }> {
    const body = await text(request)
    requests.push(body)
    const answer = await fetch(`${sandbox}${request.url}`, { method: 'POST', headers, body })
    return { status: answer.status, body: await answer.text() }
  }
}
