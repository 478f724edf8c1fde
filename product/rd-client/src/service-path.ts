/**
 * Returns the path that an Interface element names on the service's own origin. For example, '/rd/capture' is the
 * result for 'rd/capture', '\rd\capture', ' /rd/capture', '127.0.0.1:11101/rd/capture', '/127.0.0.1:11101/rd/capture'
 * and 'http://localhost:11101/rd/capture'. Drops host and port, because the client calls the service that it asked.
 * Returns undefined if the text has no path, over 256 characters, or a host that is not this computer.
 */
export function servicePath(named: string): string | undefined {
  const text = named.replace(/[^!-\ufffd]/g, '').replace(/\\/g, '/')
  if (text === '' || text.length > maxLength) return undefined

  const [, slashes = '', scheme, rest = ''] = /^(\/*)(https?:\/\/)?(.*)$/i.exec(text) ?? []
  const [first = '', ...others] = rest.split('/')
  const isAuthority = scheme !== undefined || /[:@]/.test(first) || loopback.test(first)
  // URL parsers read '//host.example/path' as a host and a path. '//rd/capture' is a path with one slash too many.
  const looksForeign = slashes.length > 1 && first.includes('.')
  if ((isAuthority || looksForeign) && !loopback.test(first)) return undefined

  const path = (isAuthority ? others : [first, ...others]).join('/').replace(/^\/+/, '')
  return normalised(path)
}

const maxLength = 256
const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i

function normalised(path: string): string | undefined {
  const { pathname, search } = new URL(`http://127.0.0.1/${path}`)
  return pathname === '/' ? undefined : pathname + search
}
