// The check passes while the process answers, and with the word `serving` while it takes calls as well. The check leaves out
// the database, which a restart would not bring back.
const [question = 'live', port = process.env.PORT || 8080] = process.argv.slice(2)
const answer = await fetch(`http://127.0.0.1:${port}/health/${question}`, {
  signal: AbortSignal.timeout(3_000),
}).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
