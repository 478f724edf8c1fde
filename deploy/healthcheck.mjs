// Whether the process answers. Not whether the database does: a restart would not bring that back.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT || 8080}/health/live`, {
  signal: AbortSignal.timeout(3_000),
}).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
