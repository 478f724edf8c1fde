export const otherPrograms = [
  'http://127.0.0.1:5432',
  'http://127.0.0.1:11099',
  'http://127.0.0.1:11121',
  'https://127.0.0.1:11121',
  'https://localhost:11121',
  'http://localhost:11100',
  'https://elsewhere.example',
]

const deviceOrigins = ['http://127.0.0.1', 'https://127.0.0.1', 'https://localhost'].flatMap(host =>
  Array.from({ length: 21 }, (_, index) => `${host}:${11_100 + index}`),
)

/** A script that calls these programs and every device service, and returns the origins that the page's policy refuses. */
export const refusedOrigins = `(async () => {
  const refused = new Set()
  document.addEventListener('securitypolicyviolation', ({ blockedURI }) => refused.add(new URL(blockedURI).origin))
  const call = origin => fetch(origin + '/', { signal: AbortSignal.timeout(10000) }).catch(() => {})
  const devices = ${JSON.stringify(deviceOrigins)}
  const others = ${JSON.stringify(otherPrograms)}
  // A call to a program that listens may not end. A refused call ends at once, after the policy has judged all before it.
  devices.forEach(call)
  await Promise.all(others.map(call))
  // The browser reports violations in a task of their own.
  for (let tries = 0; tries < 100 && !others.every(origin => refused.has(origin)); tries += 1)
    await new Promise(done => setTimeout(done, 50))
  return [...devices, ...others].filter(origin => refused.has(origin))
})()`
