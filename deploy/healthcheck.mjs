// Whether the process answers; with the word `serving`, whether it takes calls as well. Not whether the database does:
// a restart would not bring that back.
const [question = 'live'] = process.argv.slice(2)
const answer = await fetch(`http://127.0.0.1:${process.env.PORT || 8080}/health/${question}`, {
  signal: AbortSignal.timeout(3_000),
}).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
