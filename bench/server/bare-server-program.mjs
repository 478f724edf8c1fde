/**
 * The program of bare-server.mjs: an HTTP server that reads the body, runs the statements it was given, one after the
 * other with the same values each time, and answers with their rows. Nothing is checked, nothing is logged.
 */
import { createServer } from 'node:http'

import { Pool } from 'pg'

process.once('message', ({ url, connections, statements }) => {
  const pool = new Pool({ connectionString: url, max: connections })
  const named = statements.map(({ text, values }, index) => ({
    name: `bare_${index}`,
    text,
    values: values.map(valueOf),
  }))
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))

  async function answer(request, response) {
    JSON.parse(await bodyOf(request))
    const rows = []
    for (const statement of named) rows.push((await pool.query(statement)).rows)
    const text = JSON.stringify(rows)
    response.setHeader('content-type', 'application/json')
    response.setHeader('content-length', Buffer.byteLength(text)).end(text)
  }
})

function bodyOf(request) {
  return new Promise((resolve, reject) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', chunk => (body += chunk))
    request.on('end', () => resolve(body)).on('error', reject)
  })
}

/** The value of a literal as PostgreSQL's log writes it. */
function valueOf(literal) {
  return literal === 'NULL' ? null : literal.slice(1, -1).replaceAll("''", "'")
}
