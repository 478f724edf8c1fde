// Passes while the process answers, or, with the argument `serving`, while the process takes calls. Neither check asks
// the database, which a restart would not bring back.
const [question = 'live', port = process.env.PORT || 8080] = process.argv.slice(2)
const answer = await fetch(`http://127.0.0.1:${port}/health/${question}`, {
  signal: AbortSignal.timeout(3_000),
}).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
