/**
 * bare-server.ts starts this program, an HTTP server without checks or logs. For each request it reads the body, runs
 * the given statements one after the other, always with the same values, and answers with their rows.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { Pool } from 'pg'

import { listen } from '../measure/listen.ts'
import type { BareServerJob } from './bare-server.ts'

process.once('message', ({ url, connections, statements }: BareServerJob) => {
  const pool = new Pool({ connectionString: url, max: connections })
  const named = statements.map(({ text, values }, index) => ({
    name: `bare_${index}`,
    text,
    values: values.map(valueOf),
  }))
  const server = createServer((request, response) => void answer(request, response))
  void listen(server).then(({ address }) => process.send?.({ address }))

  async function answer(request: IncomingMessage, response: ServerResponse) {
    JSON.parse(await bodyOf(request))
    const rows: unknown[] = []
    for (const statement of named) rows.push((await pool.query(statement)).rows)
    const text = JSON.stringify(rows)
    response.setHeader('content-type', 'application/json')
    response.setHeader('content-length', Buffer.byteLength(text)).end(text)
  }
})

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => resolve(body)).on('error', reject)
  })
}

function valueOf(literal: string) {
  return literal === 'NULL' ? null : literal.slice(1, -1).replaceAll("''", "'")
}
